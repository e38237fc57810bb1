// Keeps what a start without a connection shows: the page with the code of the home page, and the member's shelves whenever they change.
import { hashKey } from '@tanstack/react-query';
import { homeQuery } from '#club/home/home.queries.ts';
import { visitQuery } from '#games/game/marks/marks.queries.ts';
import { addTexts } from '#i18n/language.ts';
import { keepShelves } from '#lib/offline/shelves.ts';
import { forgetShell, isWorkerWanted, keepShell, startWorker } from '#lib/offline/worker.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { Services } from '#lib/services-context.ts';

let isFollowing = false;

/** Also after the worker was turned off and on again. */
export async function keepOffline(services: Services): Promise<void> {
  if (!isWorkerWanted()) return;
  try {
    await startWorker();
    followHome(services);
    await Promise.all([import('#pages/home/member-home.tsx'), addTexts('member')]);
    await keepShell();
    // The member may have turned it off in the meantime.
    if (!isWorkerWanted()) await forgetShell();
  } catch (error) {
    console.warn('The page could not be kept for a start without a connection.', error);
  }
}

function followHome({ client, queryClient, session }: Services): void {
  const keep = () => {
    const home = queryClient.getQueryData(homeQuery(client).queryKey);
    const member = session.get();
    if (!home || !member || !isWorkerWanted()) return;
    const isStill = () => session.get()?._id === member._id && isWorkerWanted();
    keepShelves(home, member._id, isStill).catch((error) =>
      console.warn('The shelves were not kept.', error),
    );
  };
  if (!isFollowing) {
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      const isHome = query.queryHash === hashKey(queryKeys.home);
      if (type === 'updated' && isHome && query.state.status === 'success') keep();
    });
  }
  isFollowing = true;
  keep();
  if (session.get()) void loadHome({ client, queryClient });
}

/** The member has chosen this elsewhere, perhaps without having seen the home page since. As there, the visit is recorded first. */
async function loadHome({ client, queryClient }: Pick<Services, 'client' | 'queryClient'>): Promise<void> {
  await queryClient.prefetchQuery(visitQuery(client));
  await queryClient.prefetchQuery(homeQuery(client));
}
