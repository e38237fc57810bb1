// Searches the providers for a title, for members. Nobody waits urgently, so pauses and the pace of the providers apply.
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import { readName } from '../matching/read-name.ts';
import { gamesOf } from '../names/learned-names.service.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import { mergeRanked } from './match-candidates.ts';
import { listSources, searchAll } from './match-search.ts';

export interface FoundTitle {
  title: string;
  year: number | null;
  developer: string | null;
  sources: ProviderId[];
  /** The providers' games, such as `steam:220`. */
  entries: string[];
  /** The addresses of its cover at the providers, best first. */
  coverUrls: string[];
}

export interface FoundTitles {
  /** Best first. */
  games: FoundTitle[];
  /** Whether any provider has answered. */
  isAnswered: boolean;
}

export type TitleSearch = ReturnType<typeof createTitleSearch>;

/** A member who has to wait longer requests the game without a candidate. */
const searchMs = 25_000;

export function createTitleSearch({ providers }: { providers: ProvidersService }) {
  return {
    async search(title: string): Promise<FoundTitles> {
      const name = readName(title);
      const sources = await listSources(providers, name);
      const { ranked, answered } = await searchAll(name, sources, { signal: AbortSignal.timeout(searchMs) });
      const order = sources.map(({ id }) => id);
      const games = mergeRanked(ranked, order).map(({ id, name, year, developer, sources, coverUrls }) => ({
        title: name,
        year,
        developer,
        sources,
        entries: gamesOf(id),
        coverUrls,
      }));
      return { games, isAnswered: answered.length > 0 };
    },
  };
}
