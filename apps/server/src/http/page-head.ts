// Writes the tags in the head of a page: its title, and the Open Graph preview for links to it (https://ogp.me).
import { escapeHtml } from '#platform/escape-html.ts';

export interface PageHead {
  title: string;
  /** True if nothing exists at the address: the page is sent with status 404. */
  isMissing?: boolean;
  preview?: LinkPreview;
}

export interface LinkPreview {
  title: string;
  /** Empty if there is none. */
  description: string;
  siteName: string;
  /** Absolute, like the address of the image. */
  url: string;
  image?: { url: string; alt: string; width?: number; height?: number };
}

/** Puts the tags at the end of the page's head. */
export function withHead(html: string, head: PageHead): string {
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    ...(head.preview ? previewTags(head.preview) : []),
  ];
  // A function, because `$` patterns in a replacement string would be expanded.
  return html.replace(/ *<\/head>/, () => `    ${tags.join('\n    ')}\n  </head>`);
}

function previewTags({ title, description, siteName, url, image }: LinkPreview): string[] {
  const isWide = Boolean(image?.width && image.height && image.width > image.height);
  const properties: [string, string | number | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image?.url],
    ['og:image:type', image && 'image/webp'],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image?.alt],
  ];
  return [
    ...meta('name', [['description', description]]),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...meta('property', properties),
    // Box art is usually upright, and a large card would crop most of it.
    ...meta('name', [['twitter:card', isWide ? 'summary_large_image' : 'summary']]),
  ];
}

/** Omits tags without content. */
function meta(kind: 'name' | 'property', tags: [string, string | number | undefined][]): string[] {
  return tags
    .filter(([, content]) => content !== undefined && content !== '')
    .map(([name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(String(content))}" />`);
}
