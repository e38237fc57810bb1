// Schemas for what providers send: nobody warrants it, so each field is read by itself, and what is missing or odd becomes
// null or is left out. Used by the providers.
import { z } from 'zod';
import { FetchFailure } from '#platform/fetch-failure.ts';

const mostInList = 200;

/** PostgreSQL refuses NUL, and pages need no control characters or halves of characters. */
function clean(value: string, max: number): string {
  return value
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .slice(0, max)
    .toWellFormed()
    .trim();
}

/** One line, or null. */
export function lineOrNull(max = 200) {
  return z
    .string()
    .transform((value) => clean(value.slice(0, max * 4), max).replace(/\s+/g, ' ') || null)
    .nullable()
    .catch(null);
}

/** Text of several lines, maybe HTML; empty where there is none. */
export function textOrEmpty(max = 100_000) {
  return z
    .string()
    .transform((value) => clean(value, max))
    .catch('');
}

/** A title, without the signs of its trade mark. */
export const titleOrNull = lineOrNull().transform(
  (value) => value?.replace(/[™®©]/g, '').replace(/\s+/g, ' ').trim() || null,
);

/** A number, also where it is sent as text. */
export const numberOrNull = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/)])
  .transform(Number)
  .nullable()
  .catch(null);

/** False for anything that is not plainly true. */
export const flag = z.boolean().catch(false);

/** An id that is a positive whole number, as text, and no longer than one that can be asked for. */
export const idOrNull = z
  .union([z.number().int(), z.string()])
  .transform(String)
  .refine((value) => /^[1-9]\d{0,9}$/.test(value))
  .nullable()
  .catch(null);

export const urlOrNull = z
  .string()
  .max(2_000)
  .transform((value) => (value.startsWith('//') ? `https:${value}` : value))
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value))
  .nullable()
  .catch(null);

/** Of what can be read; the rest is left out. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.slice(0, mostInList).flatMap((value): NonNullable<z.output<Item>>[] => {
        const { data } = item.safeParse(value);
        return data === undefined || data === null ? [] : [data];
      }),
    );
}

/** An object, or an empty one in the place of anything else: each of its fields must be readable from nothing. */
export function objectOrEmpty<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object(shape);
  return schema.catch(() => schema.parse({}));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `{ name }` as many providers write it. */
export const nameOf = z
  .object({ name: lineOrNull(100) })
  .transform(({ name }) => name)
  .nullable()
  .catch(null);

/** @throws FetchFailure for an answer that is not even roughly what was asked for */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  url: string,
): z.output<Schema> {
  const { data, success } = schema.safeParse(answer);
  if (success) return data;
  throw new FetchFailure(
    'bad_answer',
    new URL(url).host,
    'sent an answer of another shape than it documents',
  );
}

/** Each once, in order. */
export function distinct(values: (string | null)[]): string[] {
  return [...new Set(values)].filter((value): value is string => Boolean(value));
}

export function wholeFrom0To100(value: number | null): number | null {
  return value === null || value < 0 || value > 100 ? null : Math.round(value);
}

export function countOrNull(value: number | null): number | null {
  return value === null || value < 0 || value > 2 ** 31 - 1 ? null : Math.floor(value);
}
