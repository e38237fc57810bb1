// The labelled set of bench/matching: names with the right game, and providers that answer from its recorded answers. The
// real clients of Steam and IGDB read them, so that nothing but the network is missing. Used by matching.ts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Source } from '../../apps/server/src/features/metadata/matching/find-match.ts';
import { createIgdb } from '../../apps/server/src/features/metadata/providers/igdb.ts';
import { createSteam } from '../../apps/server/src/features/metadata/providers/steam.ts';

export interface LabelledName {
  name: string;
  /** Null where the name is of no game, or of none that a provider has. */
  title: string | null;
  year: number | null;
  /** The ids that are right, by provider; an edition in a fuller box is as right as the plain one. */
  steam: string[];
  igdb: string[];
  /** The second one was written when the rules were done. */
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

/** Of ten names of the first batch seven are for tuning. The second batch was written when the rules were done. */
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
  /** What was asked and is not recorded; such a question finds nothing. */
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

/** Searches hear neither punctuation nor case. */
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
