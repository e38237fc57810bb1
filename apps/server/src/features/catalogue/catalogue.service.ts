// The catalogue: its pages, what it can be filtered by, where its letters begin.
import type {
  GameListItem,
  gameFilters,
  gameLetters,
  gameLettersQuery,
  gamesQuery,
  gamesResponse,
} from '@cellar/contract/games.ts';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Stamp } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { reusable } from '#http/route.ts';
import * as repository from './catalogue.repository.ts';
import { type CatalogueState, createCatalogueFeed } from './catalogue-feed.ts';
import type { Selected } from './catalogue-index.ts';

type GamesQuery = z.output<typeof gamesQuery>;
type LettersQuery = z.output<typeof gameLettersQuery>;
type Answer = z.output<typeof gamesResponse> | z.output<typeof gameFilters> | z.output<typeof gameLetters>;

/** Games and letters in all remembered answers together: some 3 MB. */
const rememberedParts = 3000;
/** A node that has slept longer than so many changes reads the catalogue anew. */
const changesKept = 10_000;

interface Deps {
  db: Db;
  stamp: Stamp;
  log: FastifyBaseLogger;
}

export type CatalogueService = ReturnType<typeof createCatalogueService>;

export function createCatalogueService({ db, stamp, log }: Deps) {
  const feed = createCatalogueFeed(db, stamp);
  const listPageRows = repository.prepareListPageRows(db);
  const answers = new LRUCache<string, Answer>({ maxSize: rememberedParts, sizeCalculation: sizeOf });
  let answersVersion = 0;

  /** The answer that was given to the same question since the last change, or a new one. */
  async function remembered<A extends Answer>(
    question: object,
    answer: (state: CatalogueState) => A | Promise<A>,
  ): Promise<A> {
    const state = await feed.refresh();
    const { version } = state;
    if (version !== answersVersion) answers.clear();
    answersVersion = version;
    const key = JSON.stringify(question);
    const known = answers.get(key);
    if (known) return known as A;
    const made = reusable(await answer(state));
    if (version === answersVersion) answers.set(key, made);
    return made;
  }

  async function listPage({ index }: CatalogueState, { page, limit, sort, ...filter }: GamesQuery) {
    const { total, slice } = index.select(filter, sort);
    const games = await readGames(slice((page - 1) * limit, page * limit));
    return { games, currentPage: page, totalPages: Math.max(1, Math.ceil(total / limit)), totalGames: total };
  }

  async function readGames(selected: Selected[]): Promise<GameListItem[]> {
    const ids = selected.map(({ id }) => id);
    const rows = new Map((await listPageRows(ids)).map((row) => [row.id, row]));
    return selected.flatMap(({ id, platforms, genres }) => {
      const row = rows.get(id);
      if (!row) return [];
      const { title, createdAt, boxArt, thumbhash } = row;
      return {
        ...{ _id: id, title, createdAt, platforms: [...platforms], genres: [...genres] },
        boxArtUrl: boxArt && `/api/artwork/${boxArt}`,
        boxArtThumbhash: thumbhash,
      };
    });
  }

  return {
    listGames: (query: GamesQuery) => remembered(query, (state) => listPage(state, query)),

    listFilters: () => remembered(['filters'], ({ index }) => index.filters()),

    listLetters: ({ sort, ...filter }: LettersQuery) =>
      remembered(['letters', sort, filter], ({ index }) => ({
        letters: index.letters(filter, sort === 'titleDesc'),
      })),

    /** Begins to read the catalogue, so that the first request finds it read. */
    warmUp(): void {
      feed.refresh().catch((error) => log.warn({ err: error }, 'the catalogue could not be read yet'));
    },

    trimChanges: () => repository.trimChanges(db, changesKept),
    close: () => feed.close(),
  };
}

function sizeOf(answer: Answer): number {
  if ('games' in answer) return answer.games.length + 1;
  return 'letters' in answer ? answer.letters.length + 1 : answer.genres.length + 1;
}
