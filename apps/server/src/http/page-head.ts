// What the head of a page says before any script runs: its title, and for pages that others link to, their preview
// (https://ogp.me). Used by web-app.ts; what is said is the business of features/site.
import { escapeHtml } from '#platform/escape-html.ts';

export interface PageHead {
  title: string;
  /** The address names something that is not there: answered 404, with the page that says so. */
  isMissing?: boolean;
  preview?: LinkPreview;
}

export interface LinkPreview {
  title: string;
  /** Empty when there is none. */
  description: string;
  siteName: string;
  /** Absolute, as every address here. */
  url: string;
  image?: { url: string; alt: string; width?: number; height?: number };
}

/** Puts the tags at the end of the page's head. */
export function withHead(html: string, head: PageHead): string {
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    ...(head.preview ? previewTags(head.preview) : []),
  ];
  // A function, since a text to put in may hold what String.replace takes for a pattern.
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
    // Box art is upright: the large card would cut it to a strip.
    ...meta('name', [['twitter:card', isWide ? 'summary_large_image' : 'summary']]),
  ];
}

/** What has no content is left out. */
function meta(kind: 'name' | 'property', tags: [string, string | number | undefined][]): string[] {
  return tags
    .filter(([, content]) => content !== undefined && content !== '')
    .map(([name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(String(content))}" />`);
}
