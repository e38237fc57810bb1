// Builds the application: Fastify with all endpoints of the contract. It does not listen yet.
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import {
  auditRoutes,
  backupsRoutes,
  checklistRoutes,
  monitoringRoutes,
  settingsRoutes,
  siteRoutes,
  storageReportRoutes,
  tempFilesRoutes,
} from '#admin/admin.routes.ts';
import { createPageHeads } from '#admin/page-heads.ts';
import { collectionsRoutes } from '#club/collections/collections.routes.ts';
import { contributionsRoutes } from '#club/contributions/contributions.routes.ts';
import { feedsRoutes } from '#club/feeds/feeds.routes.ts';
import { homeRoutes, marksRoutes, savedFiltersRoutes } from '#club/personal.routes.ts';
import { requestsRoutes } from '#club/requests/requests.routes.ts';
import { libraryFoldersRoutes, libraryItemsRoutes } from '#folders/folders.routes.ts';
import { artworkRoutes } from '#games/artwork/artwork.routes.ts';
import { cheatsRoutes } from '#games/cheats/cheats.routes.ts';
import {
  adminGamesRoutes,
  bulkChangesRoutes,
  catalogueRoutes,
  gamesRoutes,
  platformsRoutes,
  sanitizationRoutes,
  spellingsRoutes,
} from '#games/games.routes.ts';
import {
  learnedNamesRoutes,
  matchesRoutes,
  metadataSettingsRoutes,
} from '#games/metadata/metadata.routes.ts';
import { docsRoutes } from '#http/docs.routes.ts';
import { createDrain, type Drain } from '#http/drain.ts';
import { handleError, refuseBrokenRequest } from '#http/error-handler.ts';
import { AppError } from '#http/errors.ts';
import { healthRoutes } from '#http/health.routes.ts';
import { measureRequests } from '#http/measure-requests.ts';
import { warnOfUnknownProxy, withoutPorts } from '#http/request-addresses.ts';
import { watchBodies } from '#http/request-bodies.ts';
import { createRouter, type Router } from '#http/route.ts';
import { installSecurity, securityHeadersOf } from '#http/security.ts';
import { installWebApp } from '#http/web-app.ts';
import { alertsRoutes, pushRoutes } from '#messages/alerts/alerts.routes.ts';
import { mailServerRoutes, mailsRoutes } from '#messages/emails/mails.routes.ts';
import { notificationsRoutes } from '#messages/notifications.routes.ts';
import { webhooksRoutes } from '#messages/webhooks/webhooks.routes.ts';
import { accountsRoutes, preferencesRoutes } from '#people/accounts/accounts.routes.ts';
import { apiTokensRoutes, authRoutes, passkeysRoutes, secondFactorRoutes } from '#people/auth/auth.routes.ts';
import { oidcRoutes } from '#people/login-providers/oidc.routes.ts';
import { invitationsRoutes, membersRoutes } from '#people/members/members.routes.ts';
import { downloadsRoutes } from '#transfer/downloads/downloads.routes.ts';
import {
  downloadActivityRoutes,
  downloadListsRoutes,
  extrasRoutes,
  limitsRoutes,
  virusScansRoutes,
} from '#transfer/transfer.routes.ts';
import { uploadsRoutes } from '#transfer/uploads/uploads.routes.ts';
import type { Config } from './config.ts';
import type { Services } from './services.ts';

interface Parts {
  config: Config;
  services: Services;
  log: Logger;
  version: string;
  /** The folder of the built web page. */
  webDir: string;
}

const maxJsonBytes = 64 * 1024;

export async function createApp({ config, services, log, version, webDir }: Parts): Promise<FastifyInstance> {
  const security = securityHeadersOf(config.publicUrl);
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Two lines per request are useful only for debugging. Errors are logged at every level.
    logController: new LogController({ disableRequestLogging: !log.isLevelEnabled('debug') }),
    trustProxy: config.trustProxy,
    bodyLimit: maxJsonBytes,
    genReqId: () => randomUUID(),
    // Node limits the time of the whole request, but a chunk may take long on a slow connection. request-bodies.ts limits the time
    // without data instead.
    requestTimeout: 0,
    // `drain` waits for running requests. What still runs when the application closes is cut.
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    // Such a request, for example one with a malformed address, runs no hooks.
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(security)),
    clientErrorHandler: refuseBrokenRequest,
  });
  const drain = createDrain(app);
  app.decorate('drain', drain);
  app.decorateRequest('caller');
  app.decorateRequest('fault');
  // Some proxies add the client's port, with which each connection would be another caller.
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
  });
  // First, so that requests which another hook refuses are measured too.
  measureRequests(app, services.metrics.registry);
  installSecurity(app, security);
  if (!config.trustProxy) warnOfUnknownProxy(app);
  app.setErrorHandler(handleError);
  // By default Fastify also accepts plain text.
  app.removeContentTypeParser('text/plain');
  // Multipart bodies are not parsed here, because the routes read them as streams.
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
  watchBodies(app);
  // RFC 9112 section 3.2: a request with several Host headers must be refused. Node would use the first one.
  app.addHook('onRequest', async ({ raw }, reply) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length <= 1) return;
    reply.header('connection', 'close');
    throw new AppError('malformed_request', 'The request names several hosts');
  });

  const { authenticate } = services.auth;
  const router = createRouter(app, {
    authenticate,
    metricsToken: config.metricsToken,
    reserveLeft: services.database.reserveLeft,
  });
  mountRoutes(router, { config, services, version, drain });
  const unmounted = router.unmounted();
  if (unmounted.length > 0) throw new Error(`endpoints without a handler: ${unmounted.join(', ')}`);

  const { database, settings } = services;
  const headOf = createPageHeads({ db: database.db, settings, publicUrl: config.publicUrl });
  await installWebApp(app, { folder: webDir, headOf });
  return app;
}

function mountRoutes(
  router: Router,
  { config, services, version, drain }: Pick<Parts, 'config' | 'services' | 'version'> & { drain: Drain },
) {
  healthRoutes(router, { db: services.database.db, storage: services.storage, drain });
  monitoringRoutes(router, services, version);
  docsRoutes(router, { version, publicUrl: config.publicUrl });
  secondFactorRoutes(router, services);
  apiTokensRoutes(router, services.apiTokens);
  passkeysRoutes(router, services, config);
  siteRoutes(router, { ...services, config, version });
  authRoutes(router, services.auth, services.oidc);
  oidcRoutes(router, services, config);
  accountsRoutes(router, services);
  membersRoutes(router, services);
  invitationsRoutes(router, services.invitations);
  preferencesRoutes(router, services.preferences);
  settingsRoutes(router, services);
  checklistRoutes(router, services.checklist);
  metadataSettingsRoutes(router, services.metadataSettings);
  matchesRoutes(router, services);
  learnedNamesRoutes(router, services.learnedNames);
  requestsRoutes(router, services);
  notificationsRoutes(router, services);
  feedsRoutes(router, services.feeds, config);
  mailsRoutes(router, services.mails);
  mailServerRoutes(router, services);
  webhooksRoutes(router, services.webhooks);
  auditRoutes(router, services.audit);
  virusScansRoutes(router, services.virusScans);
  sanitizationRoutes(router, services.sanitization);
  platformsRoutes(router, services.platforms);
  tempFilesRoutes(router, services.tempFiles);
  storageReportRoutes(router, services);
  backupsRoutes(router, services);
  catalogueRoutes(router, services.catalogue);
  homeRoutes(router, services);
  marksRoutes(router, services.marks);
  savedFiltersRoutes(router, services.savedFilters);
  alertsRoutes(router, services);
  pushRoutes(router, services.push);
  collectionsRoutes(router, services);
  adminGamesRoutes(router, services.catalogue.adminGames);
  gamesRoutes(router, services);
  bulkChangesRoutes(router, services);
  spellingsRoutes(router, services);
  uploadsRoutes(router, services);
  downloadsRoutes(router, services.downloads, { ...services, accel: config.accel });
  limitsRoutes(router, services);
  downloadListsRoutes(router, services.downloadLists, config);
  downloadActivityRoutes(router, services);
  extrasRoutes(router, services.extras);
  contributionsRoutes(router, services);
  cheatsRoutes(router, services);
  artworkRoutes(router, services.artwork);
  libraryFoldersRoutes(router, services.libraryFolders);
  libraryItemsRoutes(router, services);
}
