// Reads the environment variables and validates each of them. config.ts combines them.
import { readFileSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { type ProviderId, providerIds } from '@cellar/contract/games/metadata.ts';
import { senderForm } from '@cellar/contract/messages/emails.endpoints.ts';
import { type NewLoginProvider, newLoginProviderBody } from '@cellar/contract/people/login-providers.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { email as emailRule } from '@cellar/contract/text.ts';
import { z } from 'zod';
import { parseClamdUrl } from '#platform/clamd-address.ts';
import { parseS3Address } from '#platform/storage/s3/s3-address.ts';

// The value of OIDC_PROVIDERS: login providers that the environment sets.

export type FixedLoginProvider = NewLoginProvider & { id: string };

const name = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must consist of a to z, 0 to 9 and hyphens'),
});
const providers = z.array(name.and(newLoginProviderBody)).max(20);

/** @returns the providers, or what is wrong with the value */
function parseLoginProviders(value: string): FixedLoginProvider[] | string {
  const result = providers.safeParse(parseJson(value));
  if (!result.success) {
    const [issue] = result.error.issues;
    return `${issue?.path.join('.') || 'the value'}: ${issue?.message}`;
  }
  const found = result.data;
  if (hasRepeated(found.map(({ id }) => id))) return 'id: must be different for each provider';
  if (hasRepeated(found.map(({ issuer }) => issuer))) return 'issuer: must be different for each provider';
  return found;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function hasRepeated(values: string[]): boolean {
  return new Set(values).size < values.length;
}

// Parses TRUST_PROXY: the proxies whose `X-Forwarded-…` headers are trusted.

export type TrustProxy = false | string | ((address: string, hop: number) => boolean);

/** Returns the value of Fastify's option `trustProxy` for a valid value of TRUST_PROXY. */
export function trustProxy(value: string): TrustProxy {
  if (value === 'off') return false;
  if (!/^\d+$/.test(value)) return value;
  const proxies = Number(value);
  return (_address, hop) => hop < proxies;
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

function isTrustProxy(value: string): boolean {
  if (value === 'off' || /^\d{1,2}$/.test(value)) return true;
  return value.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/');
    const family = isIP(address);
    if (family === 0) return proxyNames.includes(part.trim());
    return (
      rest.length === 0 &&
      (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    );
  });
}

/** Thrown for an invalid value. The message names the variable and the expected values. */
export class ConfigError extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const mirror = z
  .url({ protocol: /^https?$/, error: 'an http or https address' })
  .refine((value) => !/[?#@]/.test(value), 'an address without password and query')
  .transform((value) => value.replace(/\/+$/, ''))
  .optional();
const providerKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'a key of at most 200 characters without spaces')
  .optional();

function isOrigin(value: string): boolean {
  // An invalid address is refused by the schema.
  const url = URL.parse(value);
  return url === null || url.href === `${url.origin}/`;
}

/** Without a host: `file://nas/share` would be a folder of this machine. */
const localPath = /^file:(?!\/\/[^/]).+$/;
const storageUrlForm = 'file:PATH or s3://BUCKET/PREFIX?endpoint=https://…&region=…&pathStyle=true';

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number('a port number from 0 to 65535').int().min(0).max(65535).default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .refine(isOrigin, 'an address without a path, because Cellar needs a host name of its own')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:(?!\/\/[^/]).+|postgres(ql)?:\/\/.+)$/, 'sqlite:PATH or postgres://…')
    .optional(),
  STORAGE_URL: z
    .string()
    .refine((value) => localPath.test(value) || parseS3Address(value) !== undefined, storageUrlForm)
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().trim().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().trim().optional(),
  AWS_SESSION_TOKEN: z.string().trim().optional(),
  AWS_REGION: z.string().trim().optional(),
  SITE_NAME: z.string().trim().min(1, 'a name').max(80, 'at most 80 characters').default('Cellar'),
  TRUST_PROXY: z.string().refine(isTrustProxy, 'off, a number of proxies, or addresses').default('off'),
  ACCEL: z
    .string()
    .regex(
      /^(off|redirect|nginx:(\/(?!\.{1,2}([/,]|$))[\w.~-]+)+\/?(,(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?)?)$/,
      'off, redirect, or nginx:/PREFIX such as nginx:/internal/files, with ,/PREFIX for library folders',
    )
    .default('off'),
  MAX_CHUNK_BYTES: z.coerce
    .number('a number of bytes')
    .int()
    .min(65_536, 'at least 65536')
    .max(2 ** 31, 'at most 2147483648')
    .default(104_857_600),
  SHUTDOWN_SECONDS: secondsUpTo(3600).default(30),
  SHUTDOWN_DELAY_SECONDS: secondsUpTo(300).default(0),
  LOG_LEVEL: z.enum(logLevels, { error: `one of ${logLevels.join(', ')}` }).default('info'),
  SMTP_URL: z
    .union([z.literal('off'), z.url({ protocol: /^smtps?$/ })], {
      error: 'smtp://USER:PASSWORD@HOST:PORT, smtps://… or off',
    })
    .optional(),
  MAIL_FROM: z.string().trim().regex(senderForm, 'an address, or a name with <an address>').optional(),
  WEBHOOKS: z.enum(['on', 'off'], { error: 'on or off' }).default('on'),
  WEBHOOK_PRIVATE_ADDRESSES: z.enum(['allow', 'refuse'], { error: 'allow or refuse' }).default('refuse'),
  PUSH: z.enum(['on', 'off'], { error: 'on or off' }).default('on'),
  PUSH_PRIVATE_ADDRESSES: z.enum(['allow', 'refuse'], { error: 'allow or refuse' }).default('refuse'),
  BACKUP_URL: z
    .string()
    .refine((value) => localPath.test(value) || parseS3Address(value) !== undefined, storageUrlForm)
    .optional(),
  CLAMD_URL: z
    .string()
    .refine((value) => parseClamdUrl(value) !== undefined, 'unix:/PATH or tcp:HOST:PORT')
    .optional(),
  LIBRARY_ROOTS: z
    .string()
    .refine(
      (value) => libraryRoots(value).every((path) => isAbsolute(path) && path !== '/'),
      'absolute paths, separated by commas',
    )
    .optional(),
  OIDC_PROVIDERS: z
    .string()
    .transform((value, context) => {
      const parsed = parseLoginProviders(value);
      if (typeof parsed !== 'string') return parsed;
      context.addIssue({ code: 'custom', message: `a JSON list of login providers (${parsed})` });
      return z.NEVER;
    })
    .optional(),
  ADMIN_EMAIL: z
    .string()
    .refine((value) => emailRule.safeParse(value).success, 'an email address')
    .pipe(emailRule)
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(limits.passwordMin, 'at least 6 characters')
    .max(limits.passwordMax, 'at most 256 characters')
    .optional(),
  METADATA_PROVIDERS: z
    .string()
    .refine((value) => providerOrder(value) !== undefined, 'off, or some of steam, igdb, rawg in order')
    .optional(),
  IGDB_CLIENT_ID: providerKey,
  IGDB_CLIENT_SECRET: providerKey,
  RAWG_API_KEY: providerKey,
  STEAM_URL: mirror,
  IGDB_URL: mirror,
  IGDB_AUTH_URL: mirror,
  RAWG_URL: mirror,
  METRICS_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9._~+/-]{16,}=*$/, 'at least 16 letters, digits or characters of ._~+/-')
    .optional(),
  SECRET_KEY: z.string().trim().min(32, 'at least 32 characters').optional(),
  TZ: z
    .string()
    .trim()
    .refine((value) => timeZoneOf(value) !== undefined, 'the name of a time zone, such as Europe/Berlin')
    .optional(),
});

/** Splits the value of LIBRARY_ROOTS. */
export function libraryRoots(value: string | undefined): string[] {
  return (value ?? '').split(',').flatMap((path) => path.trim() || []);
}

/** Returns a number of seconds, also with decimals. */
function secondsUpTo(max: number) {
  const expected = `a number of seconds from 0 to ${max}`;
  return z.coerce.number(expected).min(0, expected).max(max, expected);
}

/** The values of all variables, with their defaults. */
export type Variables = z.infer<typeof variables>;

type VariableName = keyof Variables;
type Given = Partial<Record<VariableName, string>>;

/** @throws ConfigError for the first invalid variable */
export function parseVariables(env: NodeJS.ProcessEnv): Variables {
  const given: Given = {};
  for (const name of Object.keys(variables.shape) as VariableName[]) {
    const value = env[name] || readSecretFile(`${name}_FILE`, env[`${name}_FILE`]);
    if (value) given[name] = value;
  }
  requireSharedSecret(given);
  const result = variables.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ConfigError(`${String(issue?.path[0])} is wrong: expected ${issue?.message}.`);
}

/**
 * PostgreSQL with S3 is for several nodes, which share no folder. If each created its own key, none could open what another has
 * sealed.
 * @throws ConfigError
 */
function requireSharedSecret({ DATABASE_URL = '', STORAGE_URL = '', SECRET_KEY }: Given): void {
  if (!/^postgres(ql)?:/.test(DATABASE_URL) || !STORAGE_URL.startsWith('s3:') || SECRET_KEY) return;
  throw new ConfigError(
    'SECRET_KEY is missing: PostgreSQL with an S3 storage requires it, the same on all nodes (at least 32 characters).',
  );
}

function readSecretFile(name: string, path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new ConfigError(`${name} is wrong: expected a file that can be read.`);
  }
}

/** Returns undefined for an invalid value. */
export function providerOrder(value: string): ProviderId[] | undefined {
  if (value === 'off') return [];
  const names = value.split(',').map((name) => name.trim());
  const known = names.filter((name): name is ProviderId => (providerIds as readonly string[]).includes(name));
  return known.length === names.length && new Set(names).size === names.length ? known : undefined;
}

/**
 * Returns the IANA name of a time zone, which for an undefined value is the system's zone. Like C libraries, accepts a colon
 * before the name, and a file instead of the name. Returns undefined for an invalid value.
 */
export function timeZoneOf(value: string | undefined): string | undefined {
  const zone = value?.replace(/^:/, '');
  try {
    // `/etc/localtime` is a link to a file such as `/usr/share/zoneinfo/Europe/Berlin`. Without a link, the zone is UTC.
    const name = zone?.startsWith('/') ? (realpathSync(zone).split('/zoneinfo/')[1] ?? 'UTC') : zone;
    const found = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    // Node returns this name if the system's time zone is unknown.
    return found === 'Etc/Unknown' ? 'UTC' : found;
  } catch {
    return undefined;
  }
}
