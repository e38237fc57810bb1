// The web app manifest (https://www.w3.org/TR/appmanifest/): what a browser needs to install the page as an app.
// apps/web/icons/make-icons.mjs makes the icons.

/** The dark background. The page sets the colors of both schemes itself (apps/web/index.html). */
const color = '#14110e';

export function manifestOf(siteName: string) {
  return {
    id: '/',
    name: siteName,
    short_name: siteName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: color,
    theme_color: color,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
