// Calls every endpoint that runs statements, with the largest amounts of data: the game and the member with the most downloads,
// filters with many results and filters without any.
import { randomUUID } from 'node:crypto';
import type { Services } from '../../apps/server/src/start/services.ts';
import { api } from '../../packages/contract/src/api.ts';
import { bulkCalls } from './every-bulk-change.ts';
import { collectionCalls, insertCollections } from './every-collection.ts';
import { insertLibraryItems, libraryCalls } from './every-library-item.ts';
import { type Call, insertAlerts, insertMarks, memberCalls } from './every-member-call.ts';

type Name = keyof typeof api;

interface Library {
  origin: string;
  db: Services['database']['db'];
  admin: { email: string; password: string };
}

/** Endpoints that need an emailed link, a provider's key or a setup code, or that run no statement. */
const leftOut = new Set<Name>([
  ...(['setup', 'verifyEmail', 'resetPassword', 'checkInvitation', 'getUnsubscribe'] as const),
  ...(['readMail', 'retryMail', 'candidatePicture', 'openapi', 'docs', 'health', 'keepArtwork'] as const),
  ...(['addCheat', 'addExtra', 'deleteCheat', 'downloadCheat', 'downloadExtra', 'download'] as const),
  ...(['downloadDigest', 'addFile', 'testProvider', 'postUnsubscribe'] as const),
  ...(['testNotification', 'rescrape', 'confirmRescrape', 'metadataOffer', 'removeOrphans'] as const),
  ...(['changeRule', 'deleteRule', 'reorderRules', 'resetRules', 'resendVerificationFor'] as const),
  ...(['revokeInvitation', 'changePlatform', 'deletePlatform', 'reorderPlatforms'] as const),
  // There are at most 20 webhooks, and a library without any has no deliveries.
  ...(['changeWebhook', 'deleteWebhook', 'testWebhook'] as const),
  ...(['listWebhookDeliveries', 'retryWebhookDelivery'] as const),
  ...(['undoBulkChange', 'deleteSpellingRule'] as const),
  // The benchmark's library has no requests.
  ...(['getRequest', 'deleteRequest', 'voteForRequest', 'unvoteRequest', 'decideRequest'] as const),
  ...(['findRequestCandidates', 'listRequestComments', 'addRequestComment', 'deleteRequestComment'] as const),
  // They need the id of a saved filter, the link of a feed, or an extra.
  ...(['deleteSavedFilter', 'readFeed', 'extraPieces'] as const),
  // Their statements are those of adding games.
  ...(['placeInCollection', 'removeFromCollection'] as const),
  // They look at a disk.
  ...(['browseLibraryRoots', 'addLibraryFolder', 'editLibraryFolder', 'removeLibraryFolder'] as const),
  ...(['scanLibraryFolder', 'cancelLibraryScan', 'treatLibraryPath'] as const),
  // It never ends, and runs the statements of countAlerts.
  ...(['followAlerts'] as const),
  ...(['artwork', 'resendVerification', 'endSession', 'undoMatch', 'cancelUpload', 'approveAccess'] as const),
  ...(['changePassword', 'deleteOwnAccount', 'cancelDownload', 'deleteActivity'] as const),
  // They change the few rows of one member.
  ...(['finishLogin', 'setUpApp', 'confirmApp', 'renewRecoveryCodes', 'turnSecondFactorOff'] as const),
  ...(['forgetDevice', 'forgetDevices', 'resetSecondFactor'] as const),
  ...(['confirm', 'askForNewPasskey', 'addPasskey', 'renamePasskey', 'deletePasskey'] as const),
  ...(['askForLoginPasskey', 'logInWithPasskey', 'askForConfirmingPasskey', 'confirmWithPasskey'] as const),
  ...(['askForSecondStepPasskey', 'finishLoginWithPasskey', 'usePasskeysAfterPassword'] as const),
  // They ask a login provider, or change the few rows of one member or provider.
  ...(['startProviderLogin', 'finishProviderLogin', 'exchangeLoginCode', 'startLoginLink'] as const),
  ...(['deleteLoginLink', 'acceptLoginOffer', 'startConfirmation', 'testLoginProvider'] as const),
  ...(['addLoginProvider', 'changeLoginProvider', 'deleteLoginProvider', 'setLocalLogin'] as const),
]);

/** Enough for a part of a long export, whose statements repeat. */
const mostCallMs = 20_000;

/** Returns the names of endpoints that are neither called nor left out. */
export async function callEveryEndpoint(library: Library, begin: (name: string) => void): Promise<string[]> {
  const called = new Set<Name>();
  let token = '';

  async function call({ name, params = {}, query = {}, json, form }: Call): Promise<unknown> {
    const path = api[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
    const search = new URLSearchParams(query);
    begin(`${api[name].method} ${path}?${search}`);
    called.add(name);
    const response = await fetch(`${library.origin}${path}?${search}`, {
      signal: AbortSignal.timeout(mostCallMs),
      method: api[name].method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
    });
    const text = await response.text().catch(() => 'the rest was not read');
    if (!response.ok) console.error(`  ${name} answered ${response.status}: ${text.slice(0, 200)}`);
    return text.startsWith('{') ? JSON.parse(text) : undefined;
  }

  const calls = await listCalls(library);
  // Makes work for the scan and the search.
  await library.db.updateTable('games').set({ description: '' }).execute();
  const session = (await call({ name: 'login', json: library.admin })) as { token: string };
  token = session.token;
  for (const one of calls) {
    await call(one).catch((error: Error) => console.error(`  ${one.name}: ${error.message}`));
  }
  return (Object.keys(api) as Name[]).filter((name) => !called.has(name) && !leftOut.has(name));
}

async function listCalls({ db, admin }: Library): Promise<Call[]> {
  const most = (column: 'gameId' | 'userId') =>
    db
      .selectFrom('downloads')
      .select([column, ({ fn }) => fn.countAll<number>().as('count')])
      .where(column, 'is not', null)
      .groupBy(column)
      .orderBy('count', 'desc')
      .limit(2)
      .execute();
  const games = (await most('gameId')).map((row) => String(row.gameId));
  const members = (await most('userId')).map((row) => String(row.userId));
  const [game = '', otherGame = ''] = games;
  const [member = '', otherMember = ''] = members;
  const file = await db
    .selectFrom('gameFiles')
    .selectAll()
    .where('gameId', '=', otherGame)
    .executeTakeFirstOrThrow();
  const { title } = await db
    .selectFrom('games')
    .select('title')
    .where('id', '=', game)
    .executeTakeFirstOrThrow();
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  await insertLibraryItems(db, game);
  await insertMarks(db, admin.email);
  await insertAlerts(db);
  const night = await insertCollections(db);
  return [
    ...readCalls({ game, member, title, email }),
    ...libraryCalls(),
    ...memberCalls({ game: otherGame, platform: file.platform }),
    ...collectionCalls({ night, game: otherGame }),
    ...writeCalls({ game: otherGame, platform: file.platform, member: otherMember }),
    ...(await bulkCalls(db, games)),
    // The largest deletions come last.
    { name: 'deletePlatformFile', params: { id: otherGame, platform: file.platform } },
    { name: 'deleteGame', params: { id: game } },
    { name: 'deleteUser', params: { userId: member } },
    { name: 'clearMyActivity' },
    { name: 'clearAllActivity' },
    { name: 'allActivity' },
    // Starts a second session for `endOtherSessions` to end.
    { name: 'login', json: admin },
    { name: 'endOtherSessions' },
    { name: 'logout' },
  ];
}

function readCalls(known: { game: string; member: string; title: string; email: string }): Call[] {
  const { game, title, email } = known;
  const plain = (...names: Name[]): Call[] => names.map((name) => ({ name }));
  const asked = (name: Name, ...queries: Record<string, string>[]): Call[] =>
    queries.map((query) => ({ name, query }));
  return [
    ...plain('ready', 'site', 'me', 'getProfile', 'listSessions', 'listApiTokens', 'getPreferences'),
    ...plain('getSecondFactor', 'listPasskeys', 'listLoginLinks', 'getLoginOffer', 'getLoginSettings'),
    ...plain('listUsers', 'listInvitations'),
    ...plain('getSettings', 'getChecklist', 'getMetadataSettings', 'getNotificationSettings', 'listOutbox'),
    ...plain('listAudit', 'listWebhooks', 'listRequests', 'getTempStatus'),
    ...plain('getStorage', 'getStorageCheck', 'getHealth', 'metrics', 'listGames', 'gameFilters'),
    ...plain('gameLetters', 'listUploads', 'listRules', 'listPlatforms'),
    ...plain('myLimits', 'getSiteLimits'),
    { name: 'getUserLimits', params: { userId: known.member } },
    ...plain('activeDownloads', 'myActivity', 'allActivity', 'activityStats', 'runningDownloads'),
    ...asked('listStorageGames', {}, { page: '4000' }, { idleDays: '365' }, { idleDays: '30000' }),
    ...asked('listDuplicates', {}, { page: '2' }),
    ...asked('listUsers', { search: 'a' }, { search: 'nobody' }, { page: '900' }, { state: 'pending' }),
    ...asked(
      'listGames',
      { page: '4000' },
      { search: 'the' },
      { search: 'no such game' },
      { sort: 'titleAsc' },
    ),
    ...asked('allActivity', { game: 'the' }, { game: title }, { game: 'no such game' }, { page: '9000' }),
    ...asked('allActivity', { member: 'a' }, { member: email }, { member: 'nobody' }, { status: 'failed' }),
    ...asked('allActivity', { game: 'the', member: 'a', status: 'failed', from: '2026-01-01' }),
    ...asked('exportActivity', {}, { game: 'the' }, { member: email }),
    ...asked('activityStats', { days: '7' }, { days: '30' }, { days: '366' }),
    ...asked('listMatches', { state: 'queued' }, { state: 'queued', after: '2026-01-01T00:00:00.000Z~A' }),
    ...asked('listMatches', { state: 'none' }, { state: 'matched', after: '2999-01-01T00:00:00.000Z~A' }),
    ...asked('listUploads', { page: '40' }, { gameId: game }),
    ...asked('checkGame', { title, platform: 'Windows' }),
    ...asked('sanitizeTitle', { title: `${title}.zip` }),
    ...asked(
      'listAdminGames',
      {},
      { page: '1600' },
      { search: 'the' },
      { search: 'no such game' },
      { lacks: 'description,match', sort: 'size' },
      ...['title', 'platforms', 'year', 'developer', 'match', 'downloads'].map((sort) => ({ sort })),
    ),
    ...asked('listAdminGameIds', {}, { search: 'the', sort: 'downloads' }),
    { name: 'adminGameNeighbors', params: { id: game }, query: { sort: 'developer' } },
    { name: 'getGame', params: { id: game } },
    { name: 'gameMatch', params: { id: game } },
  ];
}

function writeCalls(known: { game: string; platform: string; member: string }): Call[] {
  const { game, platform, member } = known;
  const email = `${randomUUID()}@example.org`;
  return [
    { name: 'register', json: { name: 'Somebody', email, password: 'correct horse battery' } },
    { name: 'requestAccess', json: { name: 'Somebody', email, password: 'correct horse battery' } },
    { name: 'forgotPassword', json: { email } },
    { name: 'updateProfile', json: { name: 'Admin Again', email: 'admin@example.org' } },
    { name: 'updatePreferences', json: { downloadHistoryRetention: 20 } },
    { name: 'createInvitation', json: {} },
    {
      name: 'addWebhook',
      json: {
        ...{ name: 'Bench', format: 'slack', address: 'https://hooks.example.org/x' },
        ...{ events: ['new_games'], language: 'en', isEnabled: false },
      },
    },
    { name: 'addPlatform', json: { name: 'DOS', icon: 'terminal' } },
    { name: 'updateSettings', json: { maxUserRetention: 20 } },
    { name: 'updateMetadataSettings', json: { autoMatch: true } },
    { name: 'putNotificationSettings', json: { customMessage: 'Hello' } },
    { name: 'previewNotification', json: { kind: 'batch' } },
    { name: 'changeUser', params: { userId: member }, json: { isSuspended: true } },
    // With limits, a ticket is checked against what was used.
    { name: 'changeSiteLimits', json: { members: { bytesPerPeriod: 2 ** 50, filesPerPeriod: 1_000_000 } } },
    { name: 'changeUserLimits', params: { userId: member }, json: { downloadsAtOnce: 1000 } },
    { name: 'liftUserLimits', params: { userId: member } },
    { name: 'clearTemp' },
    { name: 'startStorageCheck', json: { kind: 'quick' } },
    { name: 'editGame', params: { id: game }, json: { revision: 1, description: 'Another one.' } },
    { name: 'addRule', json: { find: ' (x)', replace: '', description: 'None' } },
    { name: 'previewRules', json: { find: 'a', replace: '', description: 'None' } },
    ...uploadCalls(),
    { name: 'createTicket', params: { id: game, platform }, json: { downloadId: randomUUID() } },
    { name: 'listSingleFiles', params: { id: game, platform } },
    { name: 'leaveMatch', params: { id: game } },
    { name: 'cancelScan' },
    { name: 'scanMatches' },
    { name: 'retryMatches' },
    { name: 'retryMatch', params: { id: game } },
  ];
}

function uploadCalls(): Call[] {
  const bytes = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1000)]);
  const fields = {
    title: `Bench ${randomUUID()}`,
    platform: 'Windows',
    uploadId: randomUUID(),
    fileExtension: '.zip',
    chunkNumber: '0',
    totalChunks: '1',
    fileSize: String(bytes.length),
    chunkSize: String(bytes.length),
  };
  const form = (withFile: boolean) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    if (withFile) data.append('gameFile', new Blob([bytes]), 'game.zip');
    return data;
  };
  return [
    { name: 'addGame', form: form(true) },
    { name: 'addGame', form: form(false) },
  ];
}
