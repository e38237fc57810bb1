// Schemas for providers' responses. Their format is not guaranteed, so each field is parsed separately: a missing or invalid
// value becomes null or is omitted.
import { z } from 'zod';
import { FetchFailure } from '#platform/fetch-failure.ts';

const maxItems = 200;

/** Removes control characters, because PostgreSQL refuses NUL, and unpaired surrogates. */
function clean(value: string, max: number): string {
  return value
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .slice(0, max)
    .toWellFormed()
    .trim();
}

/** Parses one line of text. Anything else is null. */
export function lineOrNull(max = 200) {
  return z
    .string()
    .transform((value) => clean(value.slice(0, max * 4), max).replace(/\s+/g, ' ') || null)
    .nullable()
    .catch(null);
}

/** Parses text of several lines, possibly HTML. Anything else is an empty string. */
export function textOrEmpty(max = 100_000) {
  return z
    .string()
    .transform((value) => clean(value, max))
    .catch('');
}

/** Parses a title, without trademark signs. */
export const titleOrNull = lineOrNull().transform(
  (value) => value?.replace(/[™®©]/g, '').replace(/\s+/g, ' ').trim() || null,
);

/** Parses a number, even if it is sent as text. */
export const numberOrNull = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/)])
  .transform(Number)
  .nullable()
  .catch(null);

/** Parses a boolean. Anything else is false. */
export const flag = z.boolean().catch(false);

/** Parses an id, a positive integer of at most 10 digits, and returns it as text. */
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

/** Parses a list and omits invalid items. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.slice(0, maxItems).flatMap((value): NonNullable<z.output<Item>>[] => {
        const { data } = item.safeParse(value);
        return data === undefined || data === null ? [] : [data];
      }),
    );
}

/** Parses an object. Anything else counts as an empty object, so each field must accept undefined. */
export function objectOrEmpty<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object(shape);
  return schema.catch(() => schema.parse({}));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses `{ name }`, which many providers send. */
export const nameOf = z
  .object({ name: lineOrNull(100) })
  .transform(({ name }) => name)
  .nullable()
  .catch(null);

/** Parses `{ slug }`, a name that does not depend on the language. */
export const slugOf = z
  .object({ slug: lineOrNull(100) })
  .transform(({ slug }) => slug)
  .nullable()
  .catch(null);

/** @throws FetchFailure if the response does not have the basic structure of the schema */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  url: string,
): z.output<Schema> {
  const { data, success } = schema.safeParse(answer);
  if (success) return data;
  throw new FetchFailure('bad_answer', new URL(url).host, 'sent a response in an unexpected format');
}

/** Removes duplicates and empty values. Keeps the order. */
export function distinct(values: (string | null)[]): string[] {
  return [...new Set(values)].filter((value): value is string => Boolean(value));
}

export function wholeFrom0To100(value: number | null): number | null {
  return value === null || value < 0 || value > 100 ? null : Math.round(value);
}

export function countOrNull(value: number | null): number | null {
  return value === null || value < 0 || value > 2 ** 31 - 1 ? null : Math.floor(value);
}
