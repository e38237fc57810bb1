// What a page must know before anybody logs in, and the first set-up.
import type { FastifyRequest } from 'fastify';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { Router } from '#http/route.ts';
import type { Config } from '#src/config.ts';
import type { SetupService } from './setup.service.ts';

interface Deps {
  setup: SetupService;
  settings: SettingsService;
  config: Pick<Config, 'maxChunkBytes'>;
  version: string;
}

export function siteRoutes(router: Router, { setup, settings, config, version }: Deps): void {
  router.mount('site', async ({ request }) => {
    const { siteName, registrationEnabled } = await settings.get();
    const needsSetup = await setup.needsSetup();
    return {
      name: siteName,
      version,
      registrationEnabled,
      needsSetup,
      needsSetupCode: needsSetup && !isLocal(request),
      maxChunkBytes: config.maxChunkBytes,
      languages: ['en'],
    };
  });

  router.mount('setup', async ({ body: { setupCode, ...admin }, request }) =>
    setup.setUp(admin, { isLocal: isLocal(request), code: setupCode }),
  );
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
const loopbackPeers = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/**
 * From the machine itself: peer and Host are both loopback, and no proxy has passed it on. The Host keeps out a page
 * elsewhere whose name was made to point here; the headers keep out whoever stands behind a proxy on this machine.
 */
function isLocal(request: FastifyRequest): boolean {
  const peer = request.raw.socket.remoteAddress ?? '';
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return (
    loopbackPeers.includes(peer) &&
    ['localhost', '127.0.0.1', '[::1]'].includes(host) &&
    forwardingHeaders.every((name) => request.headers[name] === undefined)
  );
}
