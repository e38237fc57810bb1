import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-variables.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellar-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const s3 = {
  STORAGE_URL: 's3://games/club?endpoint=http://127.0.0.1:9000&region=eu-1&pathStyle=true',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

describe('readConfig', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      webhooks: true,
      webhookPrivateAddresses: false,
      push: true,
      pushPrivateAddresses: false,
      loginProviders: [],
      libraryRoots: [],
      port: 3000,
      publicUrl: 'http://localhost:3000',
      hasPublicUrl: false,
      dataDir: resolve('data'),
      database: { dialect: 'sqlite', path: resolve('data', 'cellar.db') },
      storage: { kind: 'disk', root: resolve('data') },
      siteName: 'Cellar',
      trustProxy: false,
      maxChunkBytes: 104_857_600,
      shutdown: { delayMs: 0, graceMs: 30_000 },
      logLevel: 'info',
      metadata: { keys: {}, urls: {} },
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  it('returns a frozen object', () => {
    const config = readConfig({});
    expect(() => {
      config.port = 1;
    }).toThrow();
  });

  it('treats empty variables as missing', () => {
    const names = [
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'STORAGE_URL',
      'MAX_CHUNK_BYTES',
    ];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  it.each([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [{ PUBLIC_URL: 'https://games.example/' }, { publicUrl: 'https://games.example', hasPublicUrl: true }],
    [
      { DATA_DIR: '/srv/x' },
      {
        dataDir: '/srv/x',
        storage: { kind: 'disk', root: '/srv/x' },
        database: { dialect: 'sqlite', path: '/srv/x/cellar.db' },
      },
    ],
    [{ DATABASE_URL: 'sqlite:/srv/a.db' }, { database: { dialect: 'sqlite', path: '/srv/a.db' } }],
    [{ DATABASE_URL: 'postgres://u@h/d' }, { database: { dialect: 'postgres', url: 'postgres://u@h/d' } }],
    [
      { DATABASE_URL: 'postgresql://u@h/d' },
      { database: { dialect: 'postgres', url: 'postgresql://u@h/d' } },
    ],
    [
      s3,
      {
        storage: {
          kind: 's3',
          bucket: 'games',
          prefix: 'club/',
          endpoint: 'http://127.0.0.1:9000',
          publicEndpoint: undefined,
          region: 'eu-1',
          pathStyle: true,
          credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
        },
      },
    ],
    [{ STORAGE_URL: 'file:///srv/files' }, { storage: { kind: 'disk', root: '/srv/files' } }],
    [{ STORAGE_URL: 'file:/srv/files' }, { storage: { kind: 'disk', root: '/srv/files' } }],
    [{ SITE_NAME: ' Our Shelf ' }, { siteName: 'Our Shelf' }],
    [{ TRUST_PROXY: 'off' }, { trustProxy: false }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: '10.0.0.0/8, ::1' }],
    [{ ACCEL: 'off' }, { trustProxy: false }],
    [
      { ACCEL: 'nginx:/internal/files/', TRUST_PROXY: 'loopback' },
      { accel: { kind: 'nginx', prefix: '/internal/files' } },
    ],
    [
      { ACCEL: 'nginx:/internal/files,/internal/library', TRUST_PROXY: 'loopback' },
      { accel: { kind: 'nginx', prefix: '/internal/files', libraryPrefix: '/internal/library' } },
    ],
    [{ MAX_CHUNK_BYTES: '65536' }, { maxChunkBytes: 65_536 }],
    [{ TZ: 'America/New_York' }, { timeZone: 'America/New_York' }],
    [{ TZ: ':Europe/Berlin' }, { timeZone: 'Europe/Berlin' }],
    [
      { SHUTDOWN_SECONDS: '1.5', SHUTDOWN_DELAY_SECONDS: '10' },
      { shutdown: { delayMs: 10_000, graceMs: 1500 } },
    ],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ METADATA_PROVIDERS: 'igdb, steam' }, { metadata: { order: ['igdb', 'steam'], keys: {}, urls: {} } }],
    [{ METADATA_PROVIDERS: 'off' }, { metadata: { order: [], keys: {}, urls: {} } }],
    [
      { IGDB_CLIENT_ID: 'a', IGDB_CLIENT_SECRET: 'b', RAWG_API_KEY: 'c' },
      { metadata: { keys: { igdbClientId: 'a', igdbClientSecret: 'b', rawgApiKey: 'c' }, urls: {} } },
    ],
    [
      { STEAM_URL: 'http://mirror.lan/steam/', IGDB_AUTH_URL: 'https://mirror.example/token' },
      {
        metadata: {
          keys: {},
          urls: { steam: 'http://mirror.lan/steam', igdbAuth: 'https://mirror.example/token' },
        },
      },
    ],
    [{ SECRET_KEY: 'k'.repeat(32) }, { secretKey: 'k'.repeat(32) }],
    [{ METRICS_TOKEN: 'A-z0.9_~+/16chars==' }, { metricsToken: 'A-z0.9_~+/16chars==' }],
    [
      { ADMIN_EMAIL: 'Admin@Cellar.example', ADMIN_PASSWORD: 'secret' },
      { firstAdmin: { email: 'admin@cellar.example', password: 'secret' } },
    ],
  ])('understands %j', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });

  it('trusts the given number of proxies', () => {
    const { trustProxy } = readConfig({ TRUST_PROXY: '2' });
    const trusts = trustProxy as (address: string, hop: number) => boolean;
    expect([0, 1, 2].map((hop) => trusts('192.0.2.1', hop))).toEqual([true, true, false]);
  });

  it.each([
    ['PORT', 'a port number from 0 to 65535', ['http', '-1', '65536', '80.5', 'NaN']],
    [
      'PUBLIC_URL',
      'an http or https address',
      ['games.example', 'ftp://games.example', 'javascript:alert(1)'],
    ],
    [
      'PUBLIC_URL',
      'an address without a path, because Cellar needs a host name of its own',
      ['https://home.example/cellar', 'https://home.example/?a', 'https://a:b@home.example'],
    ],
    [
      'DATABASE_URL',
      'sqlite:PATH or postgres://…',
      ['mysql://u@h/d', 'sqlite:', 'sqlite://nas/a.db', 'postgres://', '/srv/a.db'],
    ],
    [
      'STORAGE_URL',
      'file:PATH or s3://BUCKET/PREFIX?endpoint=https://…&region=…&pathStyle=true',
      [
        '/srv/files',
        'file:',
        'file://nas/share',
        'ftp://x',
        's3://',
        's3://b',
        's3://bucket?endpoint=ftp://x',
        's3://bucket?pathStyle=yes',
        's3://bucket?secret=x',
        's3://bucket/../other',
        's3://bucket/a b',
      ],
    ],
    ['SITE_NAME', 'at most 80 characters', ['x'.repeat(81)]],
    ['TZ', 'the name of a time zone, such as Europe/Berlin', ['Berlin', 'CET-1CEST', '/nowhere']],
    ['TRUST_PROXY', 'off, a number of proxies, or addresses', ['yes', '1.2.3', '10.0.0.0/64', '-1']],
    [
      'ACCEL',
      'off, redirect, or nginx:/PREFIX such as nginx:/internal/files, with ,/PREFIX for library folders',
      [
        'on',
        'nginx',
        'nginx:',
        'nginx:/',
        'nginx:files',
        'nginx:/a//b',
        'nginx:/a/../b',
        'nginx:/a b',
        'caddy:/a',
      ],
    ],
    ['MAX_CHUNK_BYTES', 'a number of bytes', ['much', '70000.5']],
    ['MAX_CHUNK_BYTES', 'at least 65536', ['65535', '-5']],
    ['MAX_CHUNK_BYTES', 'at most 2147483648', ['2147483649', '1e15']],
    ['LOG_LEVEL', 'one of fatal, error, warn, info, debug, trace, silent', ['loud', 'INFO']],
    ['SHUTDOWN_SECONDS', 'a number of seconds from 0 to 3600', ['-1', '3601', 'soon']],
    ['SHUTDOWN_DELAY_SECONDS', 'a number of seconds from 0 to 300', ['-1', '301', '5 s']],
    ['ADMIN_EMAIL', 'an email address', ['admin', '@', 'a@b']],
    ['ADMIN_PASSWORD', 'at least 6 characters', ['short']],
    [
      'METADATA_PROVIDERS',
      'off, or some of steam, igdb, rawg in order',
      ['gog', 'steam,steam', 'steam,off', ','],
    ],
    ['RAWG_API_KEY', 'a key of at most 200 characters without spaces', ['a b', 'x'.repeat(201), 'ключ']],
    ['STEAM_URL', 'an http or https address', ['steam', 'ftp://a.example']],
    [
      'IGDB_URL',
      'an address without password and query',
      ['https://a:b@c.example', 'https://c.example/?key=1'],
    ],
    ['SECRET_KEY', 'at least 32 characters', ['short']],
    [
      'METRICS_TOKEN',
      'at least 16 letters, digits or characters of ._~+/-',
      ['fifteen-letters', 'sixteen characters', '=====================', 'ключ'.repeat(5)],
    ],
    [
      'OIDC_PROVIDERS',
      'a JSON list of login providers (the value: Invalid input: expected array, received undefined)',
      ['{', 'x'],
    ],
    [
      'OIDC_PROVIDERS',
      'a JSON list of login providers (0.issuer: must be an http or https address)',
      ['[{"id":"a","label":"A","issuer":"a.example","clientId":"cellar"}]'],
    ],
    [
      'OIDC_PROVIDERS',
      'a JSON list of login providers (id: must be different for each provider)',
      [
        JSON.stringify(
          ['https://a.example', 'https://b.example'].map((issuer) => ({
            id: 'a',
            label: 'A',
            issuer,
            clientId: 'c',
          })),
        ),
      ],
    ],
    ['ADMIN_PASSWORD', 'at most 256 characters', ['x'.repeat(257)]],
  ])('names a wrong %s, which should be %s', (name, expected, values) => {
    const rest = { ADMIN_EMAIL: 'a@cellar.example', ADMIN_PASSWORD: 'secret' };
    for (const value of values) {
      const message = messageOf(() => readConfig({ ...rest, [name]: value }));
      expect(message, value).toBe(`${name} is wrong: expected ${expected}.`);
    }
  });

  it('allows ACCEL for nginx only with trusted addresses, and for S3 only with S3 storage', () => {
    for (const TRUST_PROXY of ['off', '1']) {
      expect(messageOf(() => readConfig({ ACCEL: 'nginx:/internal/files', TRUST_PROXY }))).toBe(
        'TRUST_PROXY is wrong: with ACCEL it is expected to be the addresses of nginx, such as loopback or 10.0.0.2.',
      );
    }
    expect(messageOf(() => readConfig({ ACCEL: 'redirect' }))).toMatch(
      /^ACCEL is wrong: redirect needs STORAGE_URL=s3:\/\/…/,
    );
    expect(messageOf(() => readConfig({ ...s3, ACCEL: 'nginx:/files', TRUST_PROXY: 'loopback' }))).toMatch(
      /^ACCEL is wrong: nginx cannot read the files of STORAGE_URL=s3:\/\/…/,
    );
    expect(readConfig({ ...s3, ACCEL: 'redirect' }).accel).toEqual({ kind: 'redirect' });
  });

  it('requires the credentials of S3 storage, and chunks that it accepts', () => {
    const { AWS_ACCESS_KEY_ID: _, ...incomplete } = s3;
    for (const env of [incomplete, { STORAGE_URL: s3.STORAGE_URL }]) {
      expect(messageOf(() => readConfig(env))).toBe(
        'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together; STORAGE_URL with an endpoint requires both.',
      );
    }
    expect(messageOf(() => readConfig({ ...s3, MAX_CHUNK_BYTES: '65536' }))).toBe(
      'MAX_CHUNK_BYTES is wrong: with STORAGE_URL=s3://… expected at least 5242880.',
    );
  });

  it('requires a secret key with PostgreSQL and S3', () => {
    const env = { DATABASE_URL: 'postgres://u@h/d', STORAGE_URL: 's3://games' };
    expect(messageOf(() => readConfig(env))).toMatch(/^SECRET_KEY is missing: [^\n]*$/);
    for (const other of [
      { SECRET_KEY: 'k'.repeat(32) },
      { DATABASE_URL: 'sqlite:a.db' },
      { STORAGE_URL: 'file:a' },
    ]) {
      expect(messageOf(() => readConfig({ ...env, ...other }))).not.toContain('SECRET_KEY');
    }
  });

  it('requires both variables of the first admin', () => {
    for (const env of [{ ADMIN_EMAIL: 'a@cellar.example' }, { ADMIN_PASSWORD: 'secret' }]) {
      expect(messageOf(() => readConfig(env))).toBe('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
    }
  });
});

describe('a variable with _FILE', () => {
  it.each(['ADMIN_PASSWORD', 'DATABASE_URL', 'SITE_NAME', 'PORT'])('%s_FILE is read from a file', (name) => {
    const values: Record<string, string> = {
      ADMIN_PASSWORD: 'from a file',
      DATABASE_URL: 'postgres://file@h/d',
      SITE_NAME: 'File',
      PORT: '4000',
    };
    const path = join(folder, name);
    writeFileSync(path, `${values[name]}\n`);
    const config = readConfig({
      ADMIN_EMAIL: 'a@cellar.example',
      ADMIN_PASSWORD: undefined,
      ...other(name),
      [`${name}_FILE`]: path,
    });
    expect(JSON.stringify(config)).toContain(values[name]);
  });

  it('is overridden by the variable itself', () => {
    const path = join(folder, 'port');
    writeFileSync(path, '4000');
    expect(readConfig({ PORT: '5000', PORT_FILE: path }).port).toBe(5000);
  });

  it('is named if the file is unreadable', () => {
    expect(messageOf(() => readConfig({ PORT_FILE: join(folder, 'missing') }))).toBe(
      'PORT_FILE is wrong: expected a file that can be read.',
    );
  });

  it('is validated like the variable', () => {
    const path = join(folder, 'wrong');
    writeFileSync(path, 'no number');
    expect(messageOf(() => readConfig({ PORT_FILE: path }))).toContain('PORT is wrong');
  });
});

function other(name: string): Record<string, string> {
  return name === 'ADMIN_PASSWORD' ? {} : { ADMIN_PASSWORD: 'secret' };
}

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return 'nothing was wrong';
}
