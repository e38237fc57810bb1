// The part of IGDB's query language that the server needs: fields, search, where and limit, each ending with a semicolon.
// See https://api-docs.igdb.com/ (Apicalypse). Everything else is refused, as by IGDB.

export interface ApicalypseQuery {
  fields: string[];
  search?: string;
  id?: number;
  /** `name ~ "…"`: equal except for case. */
  name?: string;
  limit: number;
}

export class ApicalypseError extends Error {}

const string = String.raw`"((?:[^"\\]|\\.)*)"`;
const statements: [RegExp, (query: ApicalypseQuery, value: string) => void][] = [
  [/^fields ([\w.,* ]+)$/, (query, value) => query.fields.push(...value.split(',').map((f) => f.trim()))],
  [
    new RegExp(`^search ${string}$`, 's'),
    (query, value) => {
      query.search = unquote(value);
    },
  ],
  [
    /^where id = (\d+)$/,
    (query, value) => {
      query.id = Number(value);
    },
  ],
  [
    new RegExp(`^where name ~ ${string}$`, 's'),
    (query, value) => {
      query.name = unquote(value);
    },
  ],
  [
    /^limit (\d+)$/,
    (query, value) => {
      query.limit = Number(value);
    },
  ],
];

export function parseQuery(text: string): ApicalypseQuery {
  const query: ApicalypseQuery = { fields: [], limit: 10 };
  for (const part of splitOutside(text, ';')) {
    const known = statements.find(([pattern]) => pattern.test(part));
    if (!known) throw new ApicalypseError(`Expecting a statement, found ${part.slice(0, 40)}`);
    known[1](query, known[0].exec(part)?.[1] ?? '');
  }
  if (query.limit > 500) throw new ApicalypseError('limit is at most 500');
  return query;
}

/** Parses up to ten of `query games "name" { … };`. */
export function parseMultiQuery(text: string): { name: string; query: ApicalypseQuery }[] {
  const pattern = new RegExp(
    String.raw`\s*query games ${string} \{((?:[^"{}]|"(?:[^"\\]|\\.)*")*)\}\s*;`,
    'gsy',
  );
  const queries: { name: string; query: ApicalypseQuery }[] = [];
  let end = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    queries.push({ name: unquote(match[1] ?? ''), query: parseQuery(match[2] ?? '') });
    end = pattern.lastIndex;
  }
  if (queries.length === 0 || queries.length > 10 || text.slice(end).trim()) {
    throw new ApicalypseError('Expecting one to ten queries');
  }
  return queries;
}

function splitOutside(text: string, end: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuoted && char === '\\') {
      part += char + (text[at + 1] ?? '');
      at += 1;
    } else if (char === end && !isQuoted) {
      parts.push(part.trim());
      part = '';
    } else {
      if (char === '"') isQuoted = !isQuoted;
      part += char;
    }
  }
  if (part.trim()) throw new ApicalypseError('Missing `;` at the end');
  return parts.filter(Boolean);
}

function unquote(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

/** Returns only the requested fields, like IGDB. Of an object without requested fields it returns the id. */
export function project(value: unknown, fields: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => project(entry, fields));
  if (typeof value !== 'object' || value === null) return value;
  const all = value as Record<string, unknown>;
  if (fields.length === 0) return all.id;
  const names = new Set(fields.map((field) => field.split('.')[0] ?? ''));
  const shown: Record<string, unknown> = { id: all.id };
  for (const name of names) {
    const below = fields.filter((f) => f.startsWith(`${name}.`)).map((f) => f.slice(name.length + 1));
    if (all[name] !== undefined && all[name] !== null) shown[name] = project(all[name], below);
  }
  return shown;
}
