// Generates hostile requests from the contract and a seed: ids, queries, bodies and forms with a wrong type, size or alphabet,
// mixed with plausible values so that some pass the first checks.
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { z } from 'zod';

export interface HostileRequest {
  /** The name of the endpoint in the contract. */
  name: string;
  method: string;
  /** Includes the query. */
  path: string;
  headers: Record<string, string>;
  body: string | FormData | null;
}

type Random = () => number;

/** Returns a function that produces reproducible numbers from 0 up to, but not including, 1 (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hostileTexts = [
  ...[
    '',
    ' ',
    'a'.repeat(10_000),
    '\u0000',
    '../../../../etc/passwd',
    "' or 1=1 --",
    '<script>alert(1)</script>',
  ],
  ...['\u202eevil', '\ud800', '%00', '%', '-1', 'NaN', '1e309', '0x10', 'null', '[]', '__proto__'],
  ...[
    'Windows v',
    'é'.repeat(300),
    '\r\nx-injected: 1',
    '2026-13-99T99:99:99Z',
    'file:///etc/passwd',
    '(a+)+$',
  ],
  ...['http://127.0.0.1:1/', '9007199254740993', '99999999999999999999', '１２', 'ﬀ', '=1+1', '/\\..\\', '.'],
];

const hostileValues: unknown[] = [
  ...[
    -1,
    0,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    true,
    false,
    null,
    [],
    {},
    [[[[]]]],
    [null],
    ['', 1, {}],
  ],
  ...[{ length: { toString: 1 } }, { toString: 1, valueOf: 1 }, { constructor: { prototype: {} } }],
  ...[JSON.parse('{"__proto__":{"isAdmin":true}}'), Array.from({ length: 2_000 }, () => 1), nested(200)],
];

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { deep: nested(depth - 1) };
}

/** Valid values by field name. */
const plausible: Record<string, unknown[]> = {
  email: ['somebody@cellar.example', 'new@cellar.example'],
  password: ['correct horse'],
  newPassword: ['correct horse'],
  currentPassword: ['correct horse'],
  title: ['Some Game', 'Another: Game'],
  platform: ['Windows', 'Linux', 'Mac v1.2'],
  chunkNumber: ['0', '1', '7'],
  totalChunks: ['1', '2', '100'],
  uploadId: ['upload-1', 'upload-2'],
  fileExtension: ['.zip'],
  page: [1, 2],
  sort: ['titleAsc', 'recentlyAddedDesc'],
  limit: [20, 1000],
  find: ['\\.zip$', '[_.]+'],
  order: [1, 2],
  type: ['trainer'],
  description: ['Some words'],
};

function oneOf<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** Yields the same requests for the same seed. Some contain the given ids of existing resources. */
export function* hostileRequests(seed: number, ids: string[]): Generator<HostileRequest> {
  const random = createRandom(seed);
  // These requests would end the session that later requests need, or not end themselves.
  const spared = ['logout', 'deleteOwnAccount', 'endSession', 'followAlerts'];
  const attacked = Object.entries<AnyEndpoint>(endpoints).filter(([name]) => !spared.includes(name));
  for (;;) {
    const [name, endpoint] = oneOf(random, attacked);
    yield { name, ...requestTo(endpoint, random, ids) };
  }
}

function requestTo(endpoint: AnyEndpoint, random: Random, ids: string[]): Omit<HostileRequest, 'name'> {
  const text = (name: string) => textFor(random, name, ids);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encode(text(name)));
  const query = new URLSearchParams();
  for (const name of keysOf(endpoint.query)) if (random() < 0.6) query.append(name, text(name));
  const request = { method: endpoint.method, path: `${path}?${query}` };
  if (endpoint.multipart) return { ...request, headers: {}, body: formFor(endpoint.multipart, text) };
  if (!endpoint.body) return { ...request, headers: {}, body: null };
  const type =
    random() < 0.95 ? 'application/json' : oneOf(random, ['text/plain', 'x/y', 'multipart/form-data']);
  return { ...request, headers: { 'content-type': type }, body: bodyFor(endpoint.body, random, ids) };
}

/** Replaces lone surrogates, because a URL cannot contain any. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, 2_000)) || '%20';
}

function keysOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return keysOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => keysOf(option as z.ZodType));
  return [];
}

function textFor(random: Random, name: string, ids: string[]): string {
  if (random() < 0.5) return oneOf(random, hostileTexts);
  const known = plausible[name] ?? ids;
  return String(oneOf(random, known.length > 0 ? known : ['nothing']));
}

function valueFor(random: Random, name: string, ids: string[]): unknown {
  const kind = random();
  if (kind < 0.25) return oneOf(random, hostileValues);
  if (kind < 0.5) return oneOf(random, hostileTexts);
  return oneOf(random, plausible[name] ?? [...ids, true, 5, 'daily', ['Windows']]);
}

function bodyFor(schema: z.ZodType, random: Random, ids: string[]): string {
  const kind = random();
  if (kind < 0.05)
    return oneOf(random, ['', '{', '"', '[1,', '\u0000', `${'['.repeat(20_000)}`, 'x'.repeat(70_000)]);
  if (kind < 0.15) return JSON.stringify(oneOf(random, hostileValues));
  const body: Record<string, unknown> = {};
  for (const name of keysOf(schema)) if (random() < 0.8) body[name] = valueFor(random, name, ids);
  if (random() < 0.2) body.isAdmin = true;
  return JSON.stringify(body);
}

function formFor(multipart: NonNullable<AnyEndpoint['multipart']>, text: (name: string) => string): FormData {
  const form = new FormData();
  for (const name of keysOf(multipart.fields)) form.append(name, text(name).toWellFormed());
  const file = new File([text('title')], text('fileName').toWellFormed());
  form.append(multipart.file, file);
  return form;
}
