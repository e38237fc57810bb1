// Serves the built web page: its files for ever, and its index for every address that is not the API's.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handleError } from './error-handler.ts';
import { notFound } from './errors.ts';

/** Without a built page (in tests, under `npm run dev`) only the API is there. */
export async function installWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders(reply, path) {
        // Vite puts a digest into the names under assets/; the rest keeps its name and may change.
        const isHashed = path.includes(`${join(folder, 'assets')}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isBuilt || !isPage || isApi(request.url) || hasExtension(request.url)) {
      return handleError(notFound('Address'), request, reply);
    }
    return reply.sendFile('index.html', folder);
  });
}

function isApi(url: string): boolean {
  return url === '/api' || url.startsWith('/api/');
}

/** A missing script or picture must not be answered with a page. */
function hasExtension(url: string): boolean {
  return /\.[a-z0-9]{1,8}$/i.test(url.split('?')[0] ?? '');
}
