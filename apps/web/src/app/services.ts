// Composition root: creates all objects that live as long as the page. admin-services.tsx creates those for admins.
import { memberApi } from '@cellar/contract/member-api.ts';
import type { QueryClient } from '@tanstack/react-query';
import { rememberSort } from '#games/games.queries.ts';
import { setLanguage } from '#i18n/language.ts';
import { type ApiClient, createApiClient } from '#lib/api-client.ts';
import { Confirmation } from '#lib/confirmation.ts';
import { type Answer, Connection, judgeAnswer } from '#lib/connection.ts';
import { loadOnce, watchLazyCode } from '#lib/lazy-code.ts';
import { LeaveGuard } from '#lib/leave-guard.ts';
import { Observable } from '#lib/listeners.ts';
import { forgetMember } from '#lib/offline/forget-member.ts';
import { isWorkerPossible, isWorkerWanted, onWorkerTurnedOn } from '#lib/offline/worker.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { Services } from '#lib/services-context.ts';
import { createSessionStore, type SessionStore } from '#lib/session-store.ts';
import { stored } from '#lib/stored.ts';
import { preferencesQuery } from '#people/account/preferences.queries.ts';
import { createSecondFactorNeed, createSessionEnd } from '#people/auth/session-state.ts';
import { DownloadTracker, followElsewhere } from '#transfer/downloads/engine/download-tracker.ts';
import { toasts } from '#ui/toasts/toast.tsx';
import type { AdminServices } from './admin-services.tsx';

const timeoutMs = 10_000;

export function createServices(): Services {
  const session = createSessionStore();
  const queryClient = createQueryClient(() => toasts.goOn());
  const sessionEnd = createSessionEnd(session);
  const connection = openConnection(queryClient);
  const confirmation = new Confirmation();
  const needsSecondFactor = createSecondFactorNeed(session);
  const client = createApiClient({
    getToken: () => session.get()?.token,
    getDeviceId: deviceId,
    // Members' pages then redirect to the login; public pages stay open. When several requests are refused at once,
    // only the first refusal ends the session.
    onUnauthorized: ({ code }) =>
      session.get() && sessionEnd.end(code === 'account_suspended' ? 'suspended' : 'expired'),
    onSecondFactorRequired: () => needsSecondFactor.set(true),
    confirm: (sentAt) => confirmation.ask(sentAt),
    onNoAnswer: ({ code }) =>
      code === 'basic_authentication' ? connection.passwordAsked() : void connection.check(),
  });
  const downloads = new DownloadTracker({ api: client });
  followElsewhere(downloads, () => session.get() !== undefined);
  // Home lists downloads that have stopped, and a LAN night the games that the reader has.
  downloads.on(() => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.home });
    void queryClient.invalidateQueries({ queryKey: queryKeys.collections.all });
  });
  const leaveGuard = new LeaveGuard();
  // A logout, here or in another tab, redirects to the login without asking about unsaved changes.
  session.subscribe(() => session.get() || leaveGuard.drop());
  session.subscribe(() => session.get() || confirmation.answer(false));
  forgetOnNewMember(session, queryClient, downloads);
  followMembersLanguage(session, queryClient, client);
  restoreSession(session, client, downloads);
  const services: Services = {
    client,
    queryClient,
    session,
    sessionEnd,
    needsSecondFactor,
    downloads,
    admin: new Observable<AdminServices | undefined>(undefined),
    leaveGuard,
    isLoggedOut: () => sessionEnd.getReason() === 'logout',
    connection,
    confirmation,
  };
  keepOfflineIfWanted(services);
  return services;
}

/** The page itself comes first. */
const keepMs = 4000;
const rememberedFiles = 2000;

/** Keeps the page for a start without a connection, where a service worker is or should be. */
function keepOfflineIfWanted(services: Services): void {
  if (!isWorkerPossible()) return;
  // The browser remembers 250 files by default, and a grid of covers is more. The page's own ones must be known to be kept.
  performance.setResourceTimingBufferSize(rememberedFiles);
  const keep = async () => {
    const { keepOffline } = await loadOnce(() => import('./keep-offline.ts'));
    await keepOffline(services);
  };
  const start = () => void keep().catch((error) => console.warn('The page is not kept.', error));
  navigator.serviceWorker.addEventListener('controllerchange', start);
  // A page keeps the worker that was turned off, so when it is turned on again, the controller is still the same.
  onWorkerTurnedOn(start);
  if (isWorkerWanted()) setTimeout(start, keepMs);
}

/**
 * Creates the connection monitor. When the site answers again, code and data that failed to load are requested again.
 */
function openConnection(queryClient: QueryClient): Connection {
  const connection = new Connection({ probe: probeSite, events: window });
  connection.onReturn(() => void queryClient.refetchQueries({ type: 'active', stale: true }));
  watchLazyCode(connection);
  return connection;
}

/** Clears cached data when the member changes, then loads the new member's running downloads. */
function forgetOnNewMember(
  session: SessionStore,
  queryClient: QueryClient,
  downloads: DownloadTracker,
): void {
  let memberId = session.get()?._id;
  if (!memberId) forgetMember();
  session.subscribe(() => {
    if (session.get()?._id === memberId) return;
    memberId = session.get()?._id;
    forgetMember();
    rememberSort(undefined);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.site[0] });
    downloads.clear();
    if (memberId) void downloads.findRunning();
  });
}

/** Switches to the language of a member who logs in. A logout does not change the language. */
function followMembersLanguage(session: SessionStore, queryClient: QueryClient, client: ApiClient): void {
  let token: string | undefined;
  const follow = () => {
    if (session.get()?.token === token) return;
    token = session.get()?.token;
    if (token === undefined) return;
    const asked = token;
    queryClient.fetchQuery(preferencesQuery(client)).then(
      ({ language }) => (session.get()?.token === asked ? setLanguage(language) : undefined),
      () => {
        // The query has logged the error; the language does not change.
      },
    );
  };
  session.subscribe(follow);
  follow();
}

/**
 * Uses the stored session at once, then asks the server whether it is still valid and whether the member is still an
 * admin.
 */
function restoreSession(session: SessionStore, client: ApiClient, downloads: DownloadTracker): void {
  const stored = session.get();
  if (!stored) return;
  void downloads.findRunning();
  client.call(memberApi.me).then(
    (me) => session.get()?.token === stored.token && session.set({ ...stored, ...me }),
    () => {
      // Without an answer the stored session is kept. A refusal has already ended it.
    },
  );
}

export async function probeSite(): Promise<Answer> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '/';
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return judgeAnswer(
      await fetch(script, { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal }),
    );
  } catch {
    return 'none';
  }
}

// Identifies this browser at logins, so that its member is only told of logins on other devices.

const storedId = stored('cellar-device');

/** Returns 32 random hexadecimal digits, the same until the browser's storage is cleared. */
function deviceId(): string {
  const known = storedId.get();
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  storedId.set(id);
  return id;
}
