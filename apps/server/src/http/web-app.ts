// Serves the files of the built web page. All other addresses outside the API get its index.html, with the head of the
// requested page.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { isPage } from '@cellar/contract/rules/page-paths.ts';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#platform/escape-markup.ts';
import { handleError } from './error-handler.ts';
import { AppError, notFound } from './errors.ts';
import { checkPreconditions } from './preconditions.ts';

interface Options {
  /** The folder of the built page. If it is missing (in tests, under `npm run dev`), only the API is served. */
  folder: string;
  /** Returns the head of the page at this path. */
  headOf(path: string): Promise<PageHead>;
}

/** The library is private, so search engines must not index its pages. */
const robots = { 'x-robots-tag': 'noindex' };

export async function installWebApp(app: FastifyInstance, { folder, headOf }: Options): Promise<void> {
  const index = join(folder, 'index.html');
  const isBuilt = existsSync(index);
  if (isBuilt) {
    await serveFiles(app, folder);
    serveManifest(app, headOf);
    if (!existsSync(join(folder, 'sw.js'))) removeServiceWorker(app);
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const isPageRequest = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url.split('?')[0] ?? '';
    if (!isBuilt || !isPageRequest || isApi(path) || hasExtension(path)) {
      const { error, headers } = refuseUnrouted(path);
      return handleError(error, request, reply.headers(headers));
    }
    const [html, head] = await Promise.all([readFile(index, 'utf8'), findHead(request, () => headOf(path))]);
    const isMissing = head?.isMissing || !isPage(path);
    return sendPage(request, reply, { html: head ? withHead(html, head) : html, isMissing });
  });
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const options = { index: false, preCompressed: true, cacheControl: false } as const;
  // Their names contain a digest. One route for all: with one for each, thousands of routes take 12 MB.
  await app.register(fastifyStatic, {
    ...options,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  await app.register(fastifyStatic, {
    ...options,
    root: folder,
    decorateReply: false,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders(reply, path) {
      reply.header('cache-control', 'no-cache');
      if (path.endsWith('.html')) reply.headers(robots);
    },
  });
}

/** The manifest of the installed app has the site's name, so it is no file. */
function serveManifest(app: FastifyInstance, headOf: Options['headOf']): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const head = await findHead(request, () => headOf('/'));
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8');
    return reply.send(JSON.stringify(manifestOf(head?.title ?? 'Cellar')));
  });
}

/** A build without a service worker removes the one that an earlier build has left in browsers. */
function removeServiceWorker(app: FastifyInstance): void {
  const script = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  const names = (await caches.keys()).filter((name) => name.startsWith('cellar-'));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
`;
  app.get('/sw.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  );
}

/** Returns undefined if the database is unreachable. The page is sent nonetheless and shows the problem. */
async function findHead(
  request: FastifyRequest,
  find: () => Promise<PageHead>,
): Promise<PageHead | undefined> {
  try {
    return await find();
  } catch (error) {
    request.log.error({ err: error }, 'could not read the head of a page');
    return undefined;
  }
}

interface Page {
  html: string;
  isMissing: boolean;
}

/** The page depends on the site and the game, so it is compressed for each request. The best quality would be many times slower. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const encoders = {
  br: (html: string) => promisify(brotliCompress)(html, brotliOptions),
  gzip: (html: string) => promisify(gzip)(html),
};
type Encoding = keyof typeof encoders;
const encodings = Object.keys(encoders) as Encoding[];

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, isMissing }: Page,
): Promise<FastifyReply> {
  const encoding = negotiate(request.headers['accept-encoding'] ?? 'identity', encodings) as Encoding | null;
  // Each encoding is a separate representation with its own ETag (RFC 9110 section 8.8.3).
  const digest = createHash('sha256').update(html).digest('base64url');
  const etag = `"${digest}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ ...robots, 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag });
  if (isMissing) reply.status(404);
  else if (isFresh(request, etag)) return reply.status(304).send();
  reply.type('text/html; charset=utf-8');
  if (!encoding) return reply.send(html);
  return reply.header('content-encoding', encoding).send(await encoders[encoding](html));
}

/** Compares only ETags, since a generated page has no modification date. */
function isFresh({ headers }: FastifyRequest, etag: string): boolean {
  const asked = headers['if-none-match'];
  const condition = asked === undefined ? {} : { 'if-none-match': asked };
  return checkPreconditions(condition, { etag, lastModified: new Date(0) }) === 304;
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

/** Requests for missing scripts and pictures must not get an HTML page. */
function hasExtension(path: string): boolean {
  return /\.[a-z0-9]{1,8}$/i.test(path);
}

const routes = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Returns the methods of an address, or none if no endpoint has this address. GET includes HEAD. */
function allowedMethods(path: string): string[] {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** Returns the error for a request without a route: 404, or 405 with the header `Allow` (RFC 9110 section 15.5.6). */
function refuseUnrouted(path: string): { error: AppError; headers: Record<string, string> } {
  const allowed = allowedMethods(path).join(', ');
  if (!allowed) return { error: notFound('Address'), headers: {} };
  const error = new AppError('method_not_allowed', `This address takes ${allowed} only.`);
  return { error, headers: { allow: allowed } };
}

/** The dark background. The page sets the colors of both schemes itself (apps/web/index.html). */
const color = '#14110e';

/**
 * The web app manifest (https://www.w3.org/TR/appmanifest/): what a browser needs to install the page as an app.
 * apps/web/icons/make-icons.mjs makes the icons.
 */
function manifestOf(siteName: string) {
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

// Writes the tags in the head of a page: its title, and the Open Graph preview for links to it (https://ogp.me).

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
function withHead(html: string, head: PageHead): string {
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
