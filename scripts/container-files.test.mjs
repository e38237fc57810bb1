// Checks what Dockerfile, compose.yaml, docs/cellar.service and the configurations of nginx say against the rest of the project. The image itself is tested by
// `npm run test:container`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './runtime.mjs';
import { serverEnvironment, serverFlags } from './server-process.mjs';

const read = (name) => readFileSync(join(root, name), 'utf8');
/** Returns the first group of each match. */
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

const dockerfile = read('Dockerfile').replace(/\\\n\s*/g, '');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ') + 1);
const compose = read('compose.yaml');
// The example lists every variable that the server reads (config.test.ts).
const variables = all(read('.env.example'), /^([A-Z_]+)=/gm);

describe('Dockerfile', () => {
  it('starts the server as `npm start` does', () => {
    const command = JSON.parse(lastStage.match(/^CMD (.+)$/m)[1]);
    expect(command).toEqual(['node', ...serverFlags, 'apps/server/src/start/main.ts']);
    const { NODE_COMPILE_CACHE: _, ...wanted } = serverEnvironment({});
    const given = Object.fromEntries(
      lastStage
        .match(/^ENV (.+)$/m)[1]
        .split(' ')
        .map((pair) => pair.split('=')),
    );
    expect(given).toMatchObject(wanted);
  });

  it('runs without root, on a folder for the data, and with a health check', () => {
    const instructions = all(lastStage, /^([A-Z]+) /gm);
    expect(lastStage).toMatch(/^USER node$/m);
    expect(lastStage).toMatch(/^VOLUME \/data$/m);
    expect(instructions.indexOf('USER')).toBeGreaterThan(instructions.lastIndexOf('COPY'));
    expect(instructions).toEqual(expect.arrayContaining(['HEALTHCHECK', 'STOPSIGNAL', 'EXPOSE', 'LABEL']));
  });

  it('has the programs of the PostgreSQL version that compose.yaml starts', () => {
    const [version] = all(lastStage, /^ARG POSTGRES_CLIENT=(\d+)$/gm);
    expect(all(compose, /image: postgres:(\d+)-/g)).toEqual([version]);
    expect(all(compose, /POSTGRES_CLIENT: \$\{POSTGRES_CLIENT:-(\d+)\}/g)).toEqual([version]);
  });

  it('copies only files that exist and that .dockerignore lets through', () => {
    const allowed = all(read('.dockerignore'), /^!(.+)$/gm);
    const copies = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) => sources.split(' '));
    for (const path of [...allowed, ...copies]) expect(existsSync(join(root, path)), path).toBe(true);
    const isAllowed = (path) => allowed.some((name) => `${path}/`.startsWith(`${name}/`));
    expect(copies.filter((path) => path !== 'scripts' && !isAllowed(path))).toEqual([]);
  });

  it('gives npm the manifest of every workspace', () => {
    const { workspaces } = JSON.parse(read('package.json'));
    const folders = workspaces.flatMap((name) => {
      if (!name.endsWith('/*')) return [name];
      return readdirSync(join(root, name.slice(0, -2))).map((folder) => name.replace('*', folder));
    });
    for (const folder of folders) {
      expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`);
    }
  });

  it('has everything that the command `cellar` and compose.yaml start', () => {
    const imported = all(read('apps/server/bin/cellar.mjs'), /'[./]+\/(scripts\/[\w-]+\.mjs)'/g);
    const started = all(compose, /(scripts\/[\w-]+\.mjs)/g);
    const ignored = read('.dockerignore');
    for (const file of [...imported, ...started]) expect(ignored).toContain(`!${file}\n`);
    expect(imported.length + started.length).toBeGreaterThan(2);
  });
});

describe('compose.yaml', () => {
  // Read by the build, and by the images of PostgreSQL and SeaweedFS.
  const others = ['POSTGRES_CLIENT', 'POSTGRES_USER', 'POSTGRES_PASSWORD_FILE'];
  // The environment variables of the S3 client are not in .env.example.
  const ofStore = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION'];

  it('names only variables that the server reads', () => {
    const named = all(compose, /^ +([A-Z][A-Z_]+):/gm).filter((name) => !others.includes(name));
    const known = [...variables, ...ofStore].flatMap((name) => [name, `${name}_FILE`]);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('hands over every variable of the environment, unless a container decides it', () => {
    const service = compose.slice(compose.indexOf('\n  cellar:'), compose.indexOf('\n  secrets:'));
    const settings = compose.slice(compose.indexOf('x-settings:'), compose.indexOf('x-cellar:'));
    const handed = all(settings + service, /^ +([A-Z][A-Z_]+):/gm);
    const decided = ['HOST', 'DATA_DIR'];
    expect(new Set([...handed, ...decided])).toEqual(new Set([...variables, ...ofStore]));
  });

  it('mounts only files that exist', () => {
    const mounted = all(compose, /'\.\/([^:']+):/g);
    expect(mounted.length).toBeGreaterThan(0);
    for (const path of mounted) expect(existsSync(join(root, path)), path).toBe(true);
  });
});

describe('the systemd unit', () => {
  const unit = read('docs/cellar.service');

  it('starts a script that exists, with variables that the server reads', () => {
    const [script] = all(unit, /^ExecStart=\/usr\/bin\/env node (\S+)$/gm);
    expect(existsSync(join(root, script))).toBe(true);
    const named = all(unit.match(/^Environment=.+$/m)[0], /([A-Z_]+)=/g);
    expect(named.filter((name) => !variables.includes(name))).toEqual(['NODE_COMPILE_CACHE']);
  });

  it('gives the server as much time to stop as a container has', () => {
    const [seconds] = all(unit, /^TimeoutStopSec=(\d+)$/gm);
    expect(all(compose, /stop_grace_period: (\d+)s/g)).toEqual([seconds]);
  });
});

describe('nginx', () => {
  it('logs the same without secrets in both configurations', () => {
    const logOf = (name) => all(read(name), /^(map [^}]+\}|log_format .*|\s+access_log .*)$/gm);
    expect(logOf('docs/nginx.conf')).toHaveLength(3);
    expect(logOf('docs/compose/nginx.conf')).toEqual(logOf('docs/nginx.conf'));
  });

  it.each(['docs/nginx.conf', 'docs/compose/nginx.conf'])(
    'says everything about the client itself: %s',
    (name) => {
      const locations = read(name)
        .split('location ')
        .filter((text) => /^ *proxy_pass /m.test(text));
      expect(locations).toHaveLength(1);
      const sent = [...locations[0].matchAll(/proxy_set_header (Host|X-Forwarded-\S+) (\S+);/g)];
      // Cellar believes each of these headers of a trusted proxy.
      expect(Object.fromEntries(sent.map(([, header, value]) => [header, value]))).toEqual({
        Host: '$http_host',
        'X-Forwarded-For': '$proxy_add_x_forwarded_for',
        'X-Forwarded-Proto': '$scheme',
        'X-Forwarded-Host': '""',
      });
    },
  );
});
