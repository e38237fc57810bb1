// Tells the operator of a proxy that TRUST_PROXY does not name.
import type { FastifyInstance } from 'fastify';

/**
 * Warns once. Behind such a proxy, all clients have the proxy's address and share its limits, so strangers could keep members from logging
 * in. Clients can send the header themselves, so it proves nothing, and the warning is not repeated.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && 'x-forwarded-for' in request.headers) {
      isWarned = true;
      request.log.warn(
        'a request has the header X-Forwarded-For, but TRUST_PROXY is off. If Cellar is behind a proxy, set TRUST_PROXY: ' +
          'until then, all clients count as one address, and the limits of one apply to all',
      );
    }
    done();
  });
}
