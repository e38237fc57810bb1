// The metadata providers' games that members choose from when they request a game. A search is limited per member and hour, and its
// answer is cached, because the providers limit requests. What a member chooses comes back sealed, so that facts and pictures are
// those of the provider.

import type { RequestCandidates as Answer, NewRequest } from '@cellar/contract/club/requests.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import { title as titleSchema } from '@cellar/contract/text.ts';
import { LRUCache } from 'lru-cache';
import type { CandidatePictures } from '#games/metadata/matches/match-candidates.service.ts';
import type { FoundTitles, TitleSearch } from '#games/metadata/matches/match-search.service.ts';
import { AppError, refuseTooMany } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import { createSingleFlight } from '#platform/shared-work.ts';

interface Deps extends Pick<Base, 'box' | 'limiter'> {
  titleSearch: TitleSearch;
  candidatePictures: CandidatePictures;
}

/** The game that a request is for. */
export interface WantedGame {
  title: string;
  year: number | null;
  /** The providers' games, such as `steam:220`. */
  entries: string[];
  coverUrls: string[];
}

export type RequestCandidates = ReturnType<typeof createRequestCandidates>;

const purpose = 'candidate of a request';
const maxCandidates = 6;
const maxCovers = 4;
const maxCached = 200;
const cachedMs = 6 * hourMs;

export function createRequestCandidates({ box, limiter, titleSearch, candidatePictures }: Deps) {
  const cached = new LRUCache<string, FoundTitles>({ max: maxCached, ttl: cachedMs });
  const searches = createSingleFlight<FoundTitles>();

  async function search(title: string): Promise<FoundTitles> {
    const found = await titleSearch.search(title);
    if (found.isAnswered) cached.set(foldText(title), found);
    return found;
  }

  return {
    /** @throws AppError too_many_requests */
    async find(member: { id: string }, title: string): Promise<Answer> {
      const key = foldText(title);
      const known = cached.get(key);
      if (!known) {
        const one = { key: `request-search:${member.id}`, max: limits.requestSearchesPerHour };
        const all = { key: 'request-search', max: limits.requestSearchesPerHourOfAll };
        refuseTooMany(
          await limiter.count([
            { ...one, windowMs: hourMs },
            { ...all, windowMs: hourMs },
          ]),
        );
      }
      const { games, isAnswered } = known ?? (await searches.run(() => search(title), key));
      const usable = games.filter((game) => titleSchema.safeParse(game.title).success);
      const candidates = usable.slice(0, maxCandidates).map(async ({ developer, sources, ...game }) => {
        const coverUrls = game.coverUrls.slice(0, maxCovers);
        const wanted: WantedGame = { ...game, title: titleSchema.parse(game.title), coverUrls };
        const { title, year } = wanted;
        return {
          candidate: await box.seal(JSON.stringify(wanted), purpose),
          title,
          year,
          developer,
          sources,
          coverUrl: await candidatePictures.addressOf(coverUrls),
        };
      });
      return { candidates: await Promise.all(candidates), isAnswered };
    },

    /** Returns the game of the candidate, or what the member has typed. @throws AppError validation_failed */
    async open({ title, year, candidate }: NewRequest): Promise<WantedGame> {
      if (candidate === undefined) return { title, year, entries: [], coverUrls: [] };
      const opened = await box.open(candidate, purpose);
      if (opened !== undefined) return JSON.parse(opened);
      throw new AppError('validation_failed', 'candidate: is not one that this server has offered', {
        issues: [{ path: 'candidate', message: 'is not one that this server has offered' }],
      });
    },
  };
}
