// The yardstick: nginx with one worker, configured for large files. It serves the folder `files`, writes bodies sent to /upload
// into files, and can also send the files of a Cellar behind it.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/free-port.mjs';
import { removeAtExit } from './leftovers.ts';
import { waitForPort } from './wait-for-port.ts';

export interface Nginx {
  pid: number;
  port: number;
  filesDir: string;
  uploadsDir: string;
  stop(): Promise<void>;
}

const PLACES = [process.env.NGINX_PATH ?? '', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];

/** A server that hands over its downloads (ACCEL). */
export interface Behind {
  port: number;
  /** The folder of its stored files. */
  filesDir: string;
}

export const internalPrefix = '/internal/files';

export async function startNginx(dir: string, behind?: Behind): Promise<Nginx> {
  const [port, discardPort] = [await freePort(), await freePort()];
  const [filesDir, uploadsDir] = [join(dir, 'files'), join(dir, 'uploads')];
  for (const folder of [dir, filesDir, uploadsDir]) mkdirSync(folder, { recursive: true });
  const { pid, stop } = await runNginx(dir, {
    port,
    configuration: configuration({ dir, port, discardPort, filesDir, uploadsDir, behind }),
  });
  return { pid, port, filesDir, uploadsDir, stop };
}

/** Distributes requests evenly over the servers on these ports, with the relevant part of docs/nginx.conf. */
export async function startBalancer(dir: string, nodes: number[]) {
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const upstream = `upstream cellar { ${nodes.map((node) => `server 127.0.0.1:${node};`).join(' ')} }`;
  const configuration = `
pid ${dir}/nginx.pid;
daemon off;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')}
  keepalive_requests 1000000;
  ${upstream}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://cellar;
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`;
  return { port, ...(await runNginx(dir, { port, configuration })) };
}

async function runNginx(dir: string, { port, configuration }: { port: number; configuration: string }) {
  const program = PLACES.find((path) => existsSync(path));
  if (!program) throw new Error('nginx is not installed');
  const configFile = join(dir, 'nginx.conf');
  writeFileSync(configFile, configuration);
  const child = spawn(program, ['-p', dir, '-c', configFile, '-e', join(dir, 'error.log')], {
    stdio: 'inherit',
  });
  const kill = removeAtExit(() => child.kill('SIGTERM'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitForPort(port, ended);
  return {
    pid: child.pid as number,
    stop: async () => {
      kill();
      await ended;
    },
  };
}

interface Places {
  dir: string;
  port: number;
  discardPort: number;
  filesDir: string;
  uploadsDir: string;
  behind: Behind | undefined;
}

function configuration({ dir, port, discardPort, filesDir, uploadsDir, behind }: Places): string {
  // nginx writes the body to disk before it passes the request on, without the body, to an upstream that answers 204.
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  aio threads;
  default_type application/octet-stream;
  keepalive_requests 100000;
  client_max_body_size 0;
  client_body_temp_path ${uploadsDir};
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${filesDir};
    location = /upload {
      client_body_in_file_only on;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_pass http://127.0.0.1:${discardPort};
    }
    ${behind ? cellarLocations(behind) : ''}
  }
  server {
    listen 127.0.0.1:${discardPort};
    return 204;
  }
}
`;
}

/** The relevant part of docs/nginx.conf. */
function cellarLocations({ port, filesDir }: Behind): string {
  return `
    location /api/ {
      proxy_pass http://127.0.0.1:${port};
      proxy_http_version 1.1;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Sendfile-Type X-Accel-Redirect;
    }
    location ${internalPrefix}/ {
      internal;
      alias ${filesDir}/;
      etag off;
      add_header ETag $upstream_http_etag;
      add_header Last-Modified $upstream_http_last_modified;
      add_header Repr-Digest $upstream_http_repr_digest;
    }`;
}
