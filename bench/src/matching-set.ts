// Reads the labeled set in bench/matching: names with their games, and providers that replay recorded answers. The real clients
// of Steam and IGDB parse these, so that only the network is replaced.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Source } from '../../apps/server/src/games/metadata/matching/find-match.ts';
import { createIgdb } from '../../apps/server/src/games/metadata/providers/igdb.ts';
import { createSteam } from '../../apps/server/src/games/metadata/providers/steam.ts';

export interface LabelledName {
  name: string;
  /** Null if the name is not that of a game, or no provider has the game. */
  title: string | null;
  year: number | null;
  /** The correct ids at Steam. Extended editions are as correct as the plain game. */
  steam: string[];
  igdb: string[];
  /** The second batch was written after the rules. */
  batch?: 2;
}

interface Answer {
  queries: string[];
  steam: { total: number; items: { id: number; name: string }[] };
  igdb: { id: number; name: string }[];
}

/** Which part of the set a name belongs to. */
export const parts = ['tuned on', 'held out', 'written later'] as const;
export type Part = (typeof parts)[number];

/** Assigns seven of ten names of the first batch to tuning. */
export function partOf({ name, batch }: LabelledName): Part {
  if (batch === 2) return 'written later';
  return createHash('sha256').update(name).digest().readUInt32BE(0) % 10 < 7 ? 'tuned on' : 'held out';
}

export function readNames(): LabelledName[] {
  return readLines<LabelledName>('names.jsonl');
}

export function readAnswers(): Answer[] {
  return readLines<Answer>('answers.jsonl');
}

export interface RecordedSources {
  steam: Source;
  igdb: Source;
  /** Queries that are not recorded, and therefore find nothing. */
  unrecorded: Set<string>;
}

export function replaySources(): RecordedSources {
  const answers = new Map<string, Answer>();
  for (const answer of readAnswers()) {
    for (const query of answer.queries) answers.set(keyOf(query), answer);
  }
  const unrecorded = new Set<string>();
  const lookUp = (query: string) => {
    const answer = answers.get(keyOf(query));
    if (!answer) unrecorded.add(query);
    return answer;
  };
  return { steam: replaySteam(lookUp), igdb: replayIgdb(lookUp), unrecorded };
}

const emptyParts = { platforms: { windows: true, mac: false, linux: false } };

type LookUp = (query: string) => Answer | undefined;

function replaySteam(lookUp: LookUp): Source {
  const years = JSON.parse(readFile('steam-years.json')) as Record<string, number>;
  async function fetchJson(address: string): Promise<unknown> {
    const { pathname, searchParams } = new URL(address);
    if (pathname === '/api/storesearch/') {
      return lookUp(searchParams.get('term') ?? '')?.steam ?? { total: 0, items: [] };
    }
    const id = searchParams.get('appids') ?? '';
    const data = {
      name: id,
      ...emptyParts,
      release_date: { coming_soon: false, date: `15 Jun, ${years[id]}` },
    };
    return { [id]: years[id] ? { success: true, data } : { success: false } };
  }
  return createSteam({ http: { fetchJson } });
}

function replayIgdb(lookUp: LookUp): Source {
  async function fetchJson(address: string, { body = '' }: { body?: unknown } = {}): Promise<unknown> {
    const query = /search "((?:[^"\\]|\\.)*)"/u.exec(String(body))?.[1] ?? '';
    if (address.includes('/oauth2/')) return { access_token: 'recorded', expires_in: 5_000_000 };
    if (address.endsWith('/multiquery')) return [{ name: 'found', result: lookUp(query)?.igdb ?? [] }];
    return [];
  }
  const keys = async () => ({ clientId: 'recorded', clientSecret: 'recorded' });
  return createIgdb({ http: { fetchJson }, authHttp: { fetchJson }, keys });
}

/** Searches ignore punctuation and case. */
function keyOf(query: string): string {
  return query.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function readLines<T>(file: string): T[] {
  return readFile(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

function readFile(file: string): string {
  return readFileSync(new URL(`../matching/${file}`, import.meta.url), 'utf8');
}
