// The endpoints for matches between games and the providers' games, and for the pictures of candidates.

import type { Router } from '#http/route.ts';
import type { GamesService } from '../games.service.ts';
import type { CandidatePictures } from './matches/match-candidates.service.ts';
import type { MatchesService } from './matches/matches.service.ts';
import type { PickerService } from './matches/picker.service.ts';
import type { LearnedNames } from './names/learned-names.service.ts';
import type { MetadataSettingsService } from './settings/metadata-settings.service.ts';

interface Deps {
  games: GamesService;
  matches: MatchesService;
  picker: PickerService;
  candidatePictures: CandidatePictures;
}

export function matchesRoutes(router: Router, { games, matches, picker, candidatePictures }: Deps): void {
  router.mount('rescrape', ({ params, body }) => picker.search(params.id, body.title));
  router.mount('metadataOffer', ({ params, query }) => picker.offer(params.id, query.id));
  router.mount('confirmRescrape', async ({ params, body, member }) => {
    const { matchId, customMetadata, fields, revision } = body;
    let notices: string[] = [];
    if (customMetadata) await picker.describe(params.id, { revision, ...customMetadata }, member);
    else if (matchId) notices = await picker.take(params.id, { matchId, fields, revision }, member);
    return { ...(await games.getGame(params.id, member.id)), notices };
  });
  router.mount('candidatePicture', async ({ query, reply }) => {
    const picture = await candidatePictures.open(query.of);
    return reply.type('image/webp').header('cache-control', 'private, max-age=86400').send(picture);
  });

  router.mount('gameMatch', ({ params }) => matches.getMatch(params.id));
  router.mount('listMatches', ({ query }) => matches.list(query));
  router.mount('matchCounts', () => matches.count());
  router.mount('waitingMatches', async () => ({ waiting: await matches.countWaiting() }));
  router.mount('leaveMatch', ({ params, member }) => matches.leave(params.id, member));
  router.mount('retryMatch', ({ params }) => matches.retry(params.id));
  router.mount('undoMatch', ({ params, member }) => matches.undo(params.id, member));
  router.mount('retryMatches', async () => ({ queued: await matches.retryFailed() }));
  router.mount('scanMatches', async ({ member }) => ({ queued: await matches.scan(member) }));
  router.mount('cancelScan', async ({ member }) => ({ cancelled: await matches.cancelScan(member) }));
}

export function learnedNamesRoutes(router: Router, learnedNames: LearnedNames): void {
  router.mount('listLearnedNames', ({ query }) => learnedNames.list(query.page));
  router.mount('forgetLearnedName', async ({ params, member }) => {
    await learnedNames.remove(params.id, member);
    return { message: 'Name forgotten' };
  });
}

export function metadataSettingsRoutes(router: Router, metadataSettings: MetadataSettingsService): void {
  router.mount('getMetadataSettings', () => metadataSettings.get());

  router.mount('updateMetadataSettings', async ({ body, member }) => {
    await metadataSettings.change(member, body);
    return metadataSettings.get();
  });

  router.mount('testProvider', ({ body }) => metadataSettings.test(body.provider));
}
