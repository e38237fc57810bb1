// Reads the configuration from the environment, once when the server starts. No other module reads process.env.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type MetadataKeyName, type ProviderId, providerIds } from '@cellar/contract/metadata.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { z } from 'zod';
import {
  parseS3Address,
  type S3Config,
  type S3Credentials,
  s3MinChunkBytes,
} from './platform/storage/s3/s3-address.ts';
import { isTrustProxy, type TrustProxy, trustProxy } from './trust-proxy.ts';

/** Thrown for an invalid value. The message names the variable and the expected values. */
export class ConfigError extends Error {}

export type DatabaseConfig = { dialect: 'sqlite'; path: string } | { dialect: 'postgres'; url: string };

/** `root`: the folder of stored files and unfinished uploads. All of it must be on one filesystem. */
export type StorageConfig = { kind: 'disk'; root: string } | ({ kind: 's3' } & S3Config);

/** `prefix`: the path of nginx's internal location for the stored files. `redirect`: the object store sends them. */
export type AccelConfig = { kind: 'nginx'; prefix: string } | { kind: 'redirect' };

export interface Config {
  host: string;
  port: number;
  publicUrl: string;
  /** True if PUBLIC_URL is set. `publicUrl` may then differ from the address that the server listens on. */
  hasPublicUrl: boolean;
  dataDir: string;
  database: DatabaseConfig;
  storage: StorageConfig;
  /** Where backups are kept: `file:PATH` or an S3 address. */
  backupUrl?: string;
  /** For all S3 stores. Undefined uses the SDK's own search. */
  s3Credentials?: S3Credentials;
  siteName: string;
  trustProxy: TrustProxy;
  /** If set, another program sends the files of downloads. */
  accel?: AccelConfig;
  maxChunkBytes: number;
  shutdown: ShutdownConfig;
  logLevel: string;
  /** If missing, mails stay in the outbox, where admins can read them. */
  smtp?: { url: string; from: string };
  firstAdmin?: { email: string; password: string };
  metadata: MetadataConfig;
  /** Replaces the file `secret-key` in the data folder. */
  secretKey?: string;
  /** Lets programs on other machines read the metrics. */
  metricsToken?: string;
  /** The IANA name of the time zone of the digests, which are sent at 9 AM. */
  timeZone: string;
}

interface ShutdownConfig {
  /** The time in milliseconds for which the server still accepts connections, so that a proxy notices that it is about to stop. */
  delayMs: number;
  /** The time in milliseconds that running requests then get. */
  graceMs: number;
}

/** The provider settings of the environment. They override those of admins. */
export interface MetadataConfig {
  order?: ProviderId[];
  keys: Partial<Record<MetadataKeyName, string>>;
  /** Mirrors that replace the addresses of the providers. */
  urls: Partial<Record<ProviderId | 'igdbAuth', string>>;
}

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

const storageUrlForm = 'file:PATH or s3://BUCKET/PREFIX?endpoint=https://…&region=…&pathStyle=true';

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number('a port number from 0 to 65535').int().min(0).max(65535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'sqlite:PATH or postgres://…')
    .optional(),
  STORAGE_URL: z
    .string()
    .refine((value) => /^file:.+$/.test(value) || parseS3Address(value) !== undefined, storageUrlForm)
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
      /^(off|redirect|nginx:(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?)$/,
      'off, redirect, or nginx:/PREFIX such as nginx:/internal/files',
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
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'smtp://USER:PASSWORD@HOST:PORT or smtps://…' }).optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(
      /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'an address, or a name with <an address>',
    )
    .optional(),
  BACKUP_URL: z
    .string()
    .refine((value) => /^file:.+$/.test(value) || parseS3Address(value) !== undefined, storageUrlForm)
    .optional(),
  ADMIN_EMAIL: z.email('an email address').toLowerCase().optional(),
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

/** Returns a number of seconds, also with decimals. */
function secondsUpTo(max: number) {
  const expected = `a number of seconds from 0 to ${max}`;
  return z.coerce.number(expected).min(0, expected).max(max, expected);
}

type VariableName = keyof z.infer<typeof variables>;
type Given = Partial<Record<VariableName, string>>;

/** Loads `.env` from the working directory, if it exists. Variables of the environment take precedence. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** @throws ConfigError for the first invalid variable */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = parseVariables(env);
  const dataDir = resolve(values.DATA_DIR);
  const { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword } = values;
  if ((adminEmail === undefined) !== (adminPassword === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
  }
  if (values.SMTP_URL && !values.MAIL_FROM) {
    throw new ConfigError('MAIL_FROM is missing: SMTP_URL requires the address that mails are sent from.');
  }
  const storage = storageConfig(values, dataDir);
  refuseSmallChunks(values, storage);
  return Object.freeze({
    host: values.HOST,
    port: values.PORT,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    dataDir,
    database: databaseConfig(values.DATABASE_URL, dataDir),
    storage,
    siteName: values.SITE_NAME,
    trustProxy: trustProxy(values.TRUST_PROXY),
    ...accelConfig(values, storage),
    ...withoutEmpty({ metricsToken: values.METRICS_TOKEN }),
    maxChunkBytes: values.MAX_CHUNK_BYTES,
    shutdown: {
      delayMs: values.SHUTDOWN_DELAY_SECONDS * 1000,
      graceMs: values.SHUTDOWN_SECONDS * 1000,
    },
    logLevel: values.LOG_LEVEL,
    ...(values.SMTP_URL && values.MAIL_FROM
      ? { smtp: { url: values.SMTP_URL, from: values.MAIL_FROM } }
      : {}),
    metadata: metadataConfig(values),
    timeZone: timeZoneOf(values.TZ) ?? 'UTC',
    ...withoutEmpty({ backupUrl: values.BACKUP_URL }),
    ...s3Credentials(values),
    ...(values.SECRET_KEY ? { secretKey: values.SECRET_KEY } : {}),
    ...(adminEmail && adminPassword ? { firstAdmin: { email: adminEmail, password: adminPassword } } : {}),
  });
}

function parseVariables(env: NodeJS.ProcessEnv) {
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

function databaseConfig(url: string | undefined, dataDir: string): DatabaseConfig {
  if (!url) return { dialect: 'sqlite', path: join(dataDir, 'cellar.db') };
  if (url.startsWith('sqlite:')) return { dialect: 'sqlite', path: resolve(url.slice('sqlite:'.length)) };
  return { dialect: 'postgres', url };
}

/** @throws ConfigError for incomplete credentials */
function storageConfig(values: z.infer<typeof variables>, dataDir: string): StorageConfig {
  const { STORAGE_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const address = url && parseS3Address(url, values.AWS_REGION);
  if (!address) return { kind: 'disk', root: url ? resolve(url.slice('file:'.length)) : dataDir };
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined) || (address.endpoint && !accessKeyId)) {
    throw new ConfigError(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together; STORAGE_URL with an endpoint requires both.',
    );
  }
  return { kind: 's3', ...address, credentials: s3Credentials(values).s3Credentials };
}

function s3Credentials(values: z.infer<typeof variables>): { s3Credentials?: S3Credentials } {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!accessKeyId || !secretAccessKey) return {};
  const sessionToken = withoutEmpty({ sessionToken: values.AWS_SESSION_TOKEN });
  return { s3Credentials: { accessKeyId, secretAccessKey, ...sessionToken } };
}

/** @throws ConfigError if no chunk could be both large enough for the storage and small enough for the server */
function refuseSmallChunks(
  { MAX_CHUNK_BYTES: max }: z.infer<typeof variables>,
  { kind }: StorageConfig,
): void {
  if (kind === 'disk' || max >= s3MinChunkBytes) return;
  throw new ConfigError(
    `MAX_CHUNK_BYTES is wrong: with STORAGE_URL=s3://… expected at least ${s3MinChunkBytes}.`,
  );
}

function metadataConfig(values: z.infer<typeof variables>): MetadataConfig {
  const order = values.METADATA_PROVIDERS && providerOrder(values.METADATA_PROVIDERS);
  return {
    ...(order ? { order } : {}),
    keys: withoutEmpty({
      igdbClientId: values.IGDB_CLIENT_ID,
      igdbClientSecret: values.IGDB_CLIENT_SECRET,
      rawgApiKey: values.RAWG_API_KEY,
    }),
    urls: withoutEmpty({
      steam: values.STEAM_URL,
      igdb: values.IGDB_URL,
      igdbAuth: values.IGDB_AUTH_URL,
      rawg: values.RAWG_URL,
    }),
  };
}

function withoutEmpty<Name extends string>(values: Record<Name, string | undefined>) {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Partial<Record<Name, string>>;
}

/** Returns undefined for an invalid value. */
function providerOrder(value: string): ProviderId[] | undefined {
  if (value === 'off') return [];
  const names = value.split(',').map((name) => name.trim());
  const known = names.filter((name): name is ProviderId => (providerIds as readonly string[]).includes(name));
  return known.length === names.length && new Set(names).size === names.length ? known : undefined;
}

/**
 * Returns the IANA name of a time zone, which for an undefined value is the system's zone. Like C libraries, accepts a colon
 * before the name, and a file instead of the name. Returns undefined for an invalid value.
 */
function timeZoneOf(value: string | undefined): string | undefined {
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

/** @throws ConfigError if another variable does not allow this value */
function accelConfig(
  { ACCEL: accel, TRUST_PROXY: proxies }: z.infer<typeof variables>,
  storage: StorageConfig,
): { accel?: AccelConfig } {
  if (accel === 'off') return {};
  const isRedirect = accel === 'redirect';
  if (isRedirect !== (storage.kind === 's3')) {
    throw new ConfigError(
      isRedirect
        ? 'ACCEL is wrong: redirect needs STORAGE_URL=s3://…. Expected off or nginx:/PREFIX.'
        : 'ACCEL is wrong: nginx cannot read the files of STORAGE_URL=s3://…. Expected off or redirect.',
    );
  }
  if (isRedirect) return { accel: { kind: 'redirect' } };
  // With only a number of proxies, any client that reaches the port would count as a proxy, and would receive an address
  // instead of a file.
  if (proxies === 'off' || /^\d+$/.test(proxies)) {
    throw new ConfigError(
      'TRUST_PROXY is wrong: with ACCEL it is expected to be the addresses of nginx, such as loopback or 10.0.0.2.',
    );
  }
  return { accel: { kind: 'nginx', prefix: accel.slice('nginx:'.length).replace(/\/$/, '') } };
}
