// Starts nginx in front of a test server, with the documented configuration (docs/nginx.conf).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../test/free-port.mjs';
import { eventually } from '../../../../test/waiting.ts';

const program = [
  process.env.NGINX_PATH ?? '',
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/bin/nginx',
].find((path) => existsSync(path));
export const isNginxMissing = program === undefined;

const example = readFileSync(new URL('../../../../docs/nginx.conf', import.meta.url), 'utf8');

export interface Nginx {
  url: string;
  /** What nginx has logged of finished requests. */
  accessLog(): string;
  stop(): Promise<void>;
}

interface Behind {
  /** The address of the test server. */
  url: string;
  dataDir: string;
  /** The only directory of LIBRARY_ROOTS. */
  libraryRoot?: string;
}

export function startNginx({ url, dataDir, libraryRoot = '/srv/games' }: Behind): Promise<Nginx> {
  return start({
    'http://127.0.0.1:3000;': `${url};`,
    '/srv/cellar/data/files/': `${join(dataDir, 'files')}/`,
    '/srv/games/': `${libraryRoot}/`,
  });
}

/**
 * Distributes requests evenly. A node that cannot be reached is left out for a second. The header `X-Node` of each answer
 * names the node.
 */
export function startBalancer(urls: string[]): Promise<Nginx> {
  const servers = urls.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`);
  const places = {
    'http://127.0.0.1:3000;': 'http://cellar;',
    'proxy_buffering off;': 'proxy_buffering off; add_header X-Node $upstream_addr always;',
  };
  return start(places, `upstream cellar { ${servers.join(' ')} }`);
}

/** `places`: what to replace in the documented configuration. */
async function start(places: Record<string, string>, upstream = ''): Promise<Nginx> {
  if (!program) throw new Error('nginx is not installed');
  const dir = await mkdtemp(join(tmpdir(), 'cellar-nginx-'));
  const port = await freePort();
  const own = { 'listen 80;': `listen 127.0.0.1:${port};`, '/var/log/nginx/': `${dir}/` };
  const server = filled({ ...own, ...places });
  const configFile = join(dir, 'nginx.conf');
  await writeFile(configFile, wholeConfiguration(dir, `${upstream}\n${server}`));
  const child = spawn(program, ['-p', dir, '-c', configFile, '-e', join(dir, 'error.log')], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  const hasEnded = await eventually(async () => {
    if (child.exitCode !== null) return true;
    if (!(await isAnswering(address))) throw new Error('nginx does not answer');
    return false;
  });
  if (hasEnded) throw new Error(`nginx did not start:\n${readFileSync(join(dir, 'error.log'))}`);
  return {
    url: address,
    accessLog: () => readFileSync(join(dir, 'access.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true });
    },
  };
}

function isAnswering(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    () => true,
    () => false,
  );
}

/** Returns the example with the addresses and folders of the test. */
function filled(places: Record<string, string>): string {
  return Object.entries(places).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/nginx.conf has no ${from}`);
    return text.replaceAll(from, to);
  }, example);
}

function wholeConfiguration(dir: string, server: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${dir}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${dir}/${name};`).join('\n  ')}
  ${server}
}
`;
}

// A reverse proxy that refuses large requests or ends long ones.

interface Limits {
  /** Of a request's body. A larger one is answered with 413. */
  maxBytes?: number;
  /** Of a request. A longer one is cut. */
  maxMs?: number;
  /** The speed at which bodies are read. */
  bytesPerMs?: number;
}

export async function openLimitingProxy(target: string, limits: Limits) {
  const { maxBytes = Number.POSITIVE_INFINITY, maxMs, bytesPerMs = Number.POSITIVE_INFINITY } = limits;
  const server = createServer((near, answer) => {
    const { method, url, headers } = near;
    const far = forward(new URL(url ?? '/', target), { method, headers: { ...headers } });
    const timer = maxMs && setTimeout(() => near.socket.destroy(), maxMs);
    near.on('close', () => clearTimeout(timer));
    answer.on('close', () => far.destroy());
    far.on('error', () => answer.writableEnded || answer.destroy());
    far.on('response', (response: IncomingMessage) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    let read = 0;
    const reading = new Transform({
      transform(piece: Buffer, _, done) {
        read += piece.length;
        // The rest is read too, because a reset could discard the answer on its way.
        if (read > maxBytes && !answer.writableEnded) answer.writeHead(413).end('Too large');
        if (read > maxBytes) done();
        else void sleep(piece.length / bytesPerMs).then(() => done(null, piece));
      },
    });
    near.pipe(reading).pipe(far);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
