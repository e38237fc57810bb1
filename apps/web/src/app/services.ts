// Composition root: everything that lives as long as the page, made once and handed down. The admin's part is admin-wing.ts.
import { api } from '@cellar/contract/api.ts';
import type { QueryClient } from '@tanstack/react-query';
import { preferencesQuery } from '#features/account/preferences.queries.ts';
import { createSessionEnd, type SessionEnd } from '#features/auth/session-end.ts';
import { DownloadTracker } from '#features/downloads/download-tracker.ts';
import { followElsewhere } from '#features/downloads/follow-elsewhere.ts';
import { setLanguage } from '#i18n/language.ts';
import { type ApiClient, createApiClient } from '#lib/api-client.ts';
import { Connection } from '#lib/connection.ts';
import { watchLateCode } from '#lib/late-code.ts';
import { LeaveGuard } from '#lib/leave-guard.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { createSessionStore, type SessionStore } from '#lib/session-store.ts';
import { createOpenedUploads, type OpenedUploads } from './opened-uploads.ts';
import { probeSite } from './site-probe.ts';

export interface Services {
  client: ApiClient;
  queryClient: QueryClient;
  session: SessionStore;
  sessionEnd: SessionEnd;
  downloads: DownloadTracker;
  uploads: OpenedUploads;
  leaveGuard: LeaveGuard;
  connection: Connection;
}

export function createServices(): Services {
  const session = createSessionStore();
  const queryClient = createQueryClient();
  const sessionEnd = createSessionEnd(session);
  const connection = openConnection(queryClient);
  const client = createApiClient({
    getToken: () => session.get()?.token,
    // The guards lead to the login from where only members may be; what is open to everybody stays open. Requests that
    // were under way together all come back refused; the first one has done everything.
    onUnauthorized: ({ code }) =>
      session.get() && sessionEnd.end(code === 'account_suspended' ? 'suspended' : 'expired'),
    onNoAnswer: () => void connection.check(),
  });
  const downloads = new DownloadTracker({ api: client });
  followElsewhere(downloads, () => session.get() !== undefined);
  const leaveGuard = new LeaveGuard();
  // Whoever is logged out, here or in another tab, is led to the login without a question.
  session.subscribe(() => session.get() || leaveGuard.drop());
  forgetOnNewMember(session, queryClient, downloads);
  followMembersLanguage(session, queryClient, client);
  restoreSession(session, client, downloads);
  return {
    client,
    queryClient,
    session,
    sessionEnd,
    downloads,
    uploads: createOpenedUploads(),
    leaveGuard,
    connection,
  };
}

/** Once the site answers again, what could not be loaded meanwhile is asked for, code and data. */
function openConnection(queryClient: QueryClient): Connection {
  const connection = new Connection({ probe: probeSite, events: window });
  connection.onReturn(() => void queryClient.refetchQueries({ type: 'active', stale: true }));
  watchLateCode(connection);
  return connection;
}

/** What one member saw must not be shown to the next; what runs for the next, on another device too, is. */
function forgetOnNewMember(
  session: SessionStore,
  queryClient: QueryClient,
  downloads: DownloadTracker,
): void {
  let memberId = session.get()?._id;
  session.subscribe(() => {
    if (session.get()?._id === memberId) return;
    memberId = session.get()?._id;
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.site[0] });
    downloads.clear();
    if (memberId) void downloads.look();
  });
}

/** The page speaks the language of who logs in; after a logout it stays with it. */
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
        // The query has said so; the page stays in the language it is in.
      },
    );
  };
  session.subscribe(follow);
  follow();
}

/** The stored session is used at once; the server's word on it (still valid? still an admin?) follows. */
function restoreSession(session: SessionStore, client: ApiClient, downloads: DownloadTracker): void {
  const stored = session.get();
  if (!stored) return;
  void downloads.look();
  client.call(api.me).then(
    (me) => session.get()?.token === stored.token && session.set({ ...stored, ...me }),
    () => {
      // No answer: the session stays as it was stored. A refusal has been dealt with already.
    },
  );
}
