// What a page must know before anybody logs in, and the first set-up.
import { languages } from '@cellar/contract/accounts.ts';
import type { FastifyRequest } from 'fastify';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { Router } from '#http/route.ts';
import type { Config } from '#src/config.ts';
import type { SetupService } from './setup.service.ts';

interface Deps {
  setup: SetupService;
  settings: SettingsService;
  config: Config;
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
      needsSetupCode: needsSetup && !isLocal(request, config),
      maxChunkBytes: config.maxChunkBytes,
      languages: [...languages],
    };
  });

  router.mount('setup', async ({ body: { setupCode, ...admin }, request }) =>
    setup.setUp(admin, { isLocal: isLocal(request, config), code: setupCode }),
  );
}

const loopbackPeers = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'];

/**
 * From the machine itself: peer and Host are both loopback, and nothing says that a proxy on this machine has passed it
 * on. The Host keeps out a page elsewhere whose name was made to point here. A proxy may hide both (nginx puts its own
 * Host unless told otherwise), so its other marks count too: forwarding headers, HTTP/1.0, a configuration that names one.
 */
function isLocal(request: FastifyRequest, config: Config): boolean {
  const peer = request.raw.socket.remoteAddress ?? '';
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return (
    config.trustProxy === false &&
    loopbackHosts.includes(new URL(config.publicUrl).hostname) &&
    loopbackPeers.includes(peer) &&
    loopbackHosts.includes(host) &&
    request.raw.httpVersion !== '1.0' &&
    !Object.keys(request.headers).some(isForwarding)
  );
}

function isForwarding(header: string): boolean {
  return header.startsWith('x-forwarded') || forwardingHeaders.includes(header);
}
