// Reads the configuration from the environment, once when the server starts. No other module reads process.env.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { MetadataKeyName, ProviderId } from '@cellar/contract/games/metadata.ts';
import { type ClamdAddress, parseClamdUrl } from '#platform/clamd-address.ts';
import {
  parseS3Address,
  type S3Config,
  type S3Credentials,
  s3MinChunkBytes,
} from '#platform/storage/s3/s3-address.ts';
import {
  ConfigError,
  type FixedLoginProvider,
  libraryRoots,
  parseVariables,
  providerOrder,
  type TrustProxy,
  timeZoneOf,
  trustProxy,
  type Variables,
} from './config-variables.ts';

export type DatabaseConfig = { dialect: 'sqlite'; path: string } | { dialect: 'postgres'; url: string };

/** `root`: the folder of stored files and unfinished uploads. All of it must be on one filesystem. */
export type StorageConfig = { kind: 'disk'; root: string } | ({ kind: 's3' } & S3Config);

/**
 * `prefix`: the path of nginx's internal location for the stored files. `libraryPrefix`: followed by the number of a directory in
 * LIBRARY_ROOTS, that of its files; without it, Cellar sends them. `redirect`: the object store sends the files.
 */
export type AccelConfig = { kind: 'nginx'; prefix: string; libraryPrefix?: string } | { kind: 'redirect' };

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
  /** The clamd that scans files for viruses. */
  clamd?: ClamdAddress;
  /** For all S3 stores. Undefined uses the SDK's own search. */
  s3Credentials?: S3Credentials;
  /** The only directories below which library folders may be. Absolute, as configured. */
  libraryRoots: string[];
  siteName: string;
  trustProxy: TrustProxy;
  /** If set, another program sends the files of downloads. */
  accel?: AccelConfig;
  maxChunkBytes: number;
  shutdown: ShutdownConfig;
  logLevel: string;
  /** If missing, admins can set the mail server in the page. With `off`, mails stay in the outbox, where admins can read them. */
  smtp?: { url: string; from: string } | 'off';
  firstAdmin?: { email: string; password: string };
  /** False: nothing is sent to webhooks. */
  webhooks: boolean;
  /** Whether webhooks may use plain http and addresses in private networks. */
  webhookPrivateAddresses: boolean;
  /** False: browsers get no push messages. */
  push: boolean;
  /** Whether push services may use plain http and addresses in private networks. */
  pushPrivateAddresses: boolean;
  /** The login providers that the environment sets. Admins can't change them. */
  loginProviders: FixedLoginProvider[];
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
  if (values.SMTP_URL && values.SMTP_URL !== 'off' && !values.MAIL_FROM) {
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
    libraryRoots: libraryRoots(values.LIBRARY_ROOTS).map((path) => resolve(path)),
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
    ...smtpConfig(values),
    webhooks: values.WEBHOOKS === 'on',
    webhookPrivateAddresses: values.WEBHOOK_PRIVATE_ADDRESSES === 'allow',
    push: values.PUSH === 'on',
    pushPrivateAddresses: values.PUSH_PRIVATE_ADDRESSES === 'allow',
    loginProviders: values.OIDC_PROVIDERS ?? [],
    metadata: metadataConfig(values),
    timeZone: timeZoneOf(values.TZ) ?? 'UTC',
    ...withoutEmpty({ backupUrl: values.BACKUP_URL }),
    ...clamdConfig(values),
    ...s3Credentials(values),
    ...(values.SECRET_KEY ? { secretKey: values.SECRET_KEY } : {}),
    ...(adminEmail && adminPassword ? { firstAdmin: { email: adminEmail, password: adminPassword } } : {}),
  });
}

function databaseConfig(url: string | undefined, dataDir: string): DatabaseConfig {
  if (!url) return { dialect: 'sqlite', path: join(dataDir, 'cellar.db') };
  if (url.startsWith('sqlite:')) return { dialect: 'sqlite', path: resolve(url.slice('sqlite:'.length)) };
  return { dialect: 'postgres', url };
}

/** Returns the folder of the SQLite file. Undefined on PostgreSQL, whose disk may be on another machine. */
export function databaseDirOf({ database }: Pick<Config, 'database'>): string | undefined {
  return database.dialect === 'sqlite' ? dirname(database.path) : undefined;
}

/** @throws ConfigError for incomplete credentials */
function storageConfig(values: Variables, dataDir: string): StorageConfig {
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

function s3Credentials(values: Variables): { s3Credentials?: S3Credentials } {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!accessKeyId || !secretAccessKey) return {};
  const sessionToken = withoutEmpty({ sessionToken: values.AWS_SESSION_TOKEN });
  return { s3Credentials: { accessKeyId, secretAccessKey, ...sessionToken } };
}

/** @throws ConfigError if no chunk could be both large enough for the storage and small enough for the server */
function refuseSmallChunks({ MAX_CHUNK_BYTES: max }: Variables, { kind }: StorageConfig): void {
  if (kind === 'disk' || max >= s3MinChunkBytes) return;
  throw new ConfigError(
    `MAX_CHUNK_BYTES is wrong: with STORAGE_URL=s3://… expected at least ${s3MinChunkBytes}.`,
  );
}

function metadataConfig(values: Variables): MetadataConfig {
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

function smtpConfig({ SMTP_URL: url, MAIL_FROM: from }: Variables): Pick<Config, 'smtp'> {
  if (url === 'off') return { smtp: url };
  return url && from ? { smtp: { url, from } } : {};
}

function withoutEmpty<Name extends string>(values: Record<Name, string | undefined>) {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Partial<Record<Name, string>>;
}

function clamdConfig({ CLAMD_URL: url }: Variables): { clamd?: ClamdAddress } {
  const clamd = url === undefined ? undefined : parseClamdUrl(url);
  return clamd ? { clamd } : {};
}

/** @throws ConfigError if another variable does not allow this value */
function accelConfig(
  { ACCEL: accel, TRUST_PROXY: proxies }: Variables,
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
  const [prefix = '', libraryPrefix] = accel
    .slice('nginx:'.length)
    .split(',')
    .map((path) => path.replace(/\/$/, ''));
  return { accel: { kind: 'nginx', prefix, ...(libraryPrefix ? { libraryPrefix } : {}) } };
}
