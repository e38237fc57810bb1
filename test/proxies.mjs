// Reverse proxies for tests, from Debian's packages: nginx, Caddy, HAProxy and Apache, each with Debian's default settings.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from './free-port.mjs';
import { answers, createPrograms, environmentIn, libraryFolder, unpackPackages } from './programs.mjs';

const indented = (text) => text.replaceAll(/^/gm, '  ');

// Each is a single process, because nothing would stop the others.
/** `site` listens on port 80 of the documentation; `ownSite` has the port of the test. */
const proxies = {
  nginx: {
    ...{ name: 'nginx', packages: ['nginx'], file: '/usr/sbin/nginx' },
    listens: ['listen 80;', (port) => `listen 127.0.0.1:${port};`],
    folders: { '/var/log/nginx/': (folder) => `${folder}/` },
    configuration: (site, { folder }) => `
      ${process.getuid() === 0 ? 'user root;' : ''}
      daemon off;
      master_process off;
      pid ${folder}/nginx.pid;
      events {}
      http {
        gzip on;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        ${site}
      }`,
    arguments: (file, { folder }) => ['-p', folder, '-c', file, '-e', join(folder, 'error.log')],
  },
  Caddy: {
    ...{ name: 'caddy', packages: ['caddy'], file: '/usr/bin/caddy' },
    listens: ['games.example.org {', (port) => `http://127.0.0.1:${port}, http://localhost:${port} {`],
    configuration: (site) => `{\n\tadmin off\n}\n${site}`,
    arguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  HAProxy: {
    ...{ name: 'haproxy', packages: ['haproxy'], file: '/usr/sbin/haproxy' },
    listens: ['bind :80', (port) => `bind 127.0.0.1:${port}`],
    configuration: (site) => `
defaults
  mode http
  option httplog
  option dontlognull
  timeout connect 5000
  timeout client 50000
  timeout server 50000
${indented(site)}`,
    arguments: (file) => ['-db', '-f', file],
  },
  Apache: {
    ...{ name: 'apache', packages: ['apache2-bin'], file: '/usr/sbin/apache2' },
    listens: ['<VirtualHost *:80>', (port) => `Listen 127.0.0.1:${port}\n<VirtualHost 127.0.0.1:${port}>`],
    configuration: (site, { prefix, folder }) => `
      ServerRoot ${folder}
      ServerName localhost
      PidFile ${folder}/apache.pid
      Mutex posixsem
      ErrorLog ${folder}/error.log
      Define APACHE_LOG_DIR ${folder}
      ${process.getuid() === 0 ? 'User nobody\nGroup nogroup' : ''}
      ${['mpm_event', 'authz_core', 'reqtimeout', 'filter', 'deflate', 'proxy', 'proxy_http', 'headers']
        .map((name) => `LoadModule ${name}_module ${prefix}/usr/lib/apache2/modules/mod_${name}.so`)
        .join('\n')}
      Timeout 300
      KeepAlive On
      RequestReadTimeout header=20-40,minrate=500
      RequestReadTimeout body=10,minrate=500
      AddOutputFilterByType DEFLATE text/html text/plain text/css application/javascript application/json
      ${site}`,
    arguments: (file) => ['-X', '-f', file],
  },
};

export const proxyNames = Object.keys(proxies);

/** Whether tests with these proxies must be skipped. In CI they fail. */
export function areProxiesMissing() {
  try {
    for (const proxy of Object.values(proxies)) unpackPackages({ title: proxy.name, ...proxy });
    return false;
  } catch (error) {
    if (process.env.CI) throw error;
    return true;
  }
}

/**
 * Starts a proxy with a documented site, which passes requests on to 127.0.0.1:3000, in front of a test server. Resolves with its
 * address, and a function that stops it.
 */
export async function startProxy(proxyName, site, target) {
  const proxy = proxies[proxyName];
  const prefix = unpackPackages({ title: proxyName, ...proxy });
  const env = { ...environmentIn(prefix, [libraryFolder(prefix)]), LANG: 'C.UTF-8' };
  const programs = createPrograms(proxy.name, env);
  const { folder } = programs;
  const port = await freePort();
  const [documented, ownPort] = proxy.listens;
  let text = replaced(site, documented, ownPort(port));
  text = replaced(text, '127.0.0.1:3000', new URL(target).host);
  for (const [from, to] of Object.entries(proxy.folders ?? {})) text = replaced(text, from, to(folder));
  const file = join(folder, 'configuration');
  writeFileSync(file, `${proxy.configuration(text, { prefix, folder })}\n`);
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  programs.start(`${prefix}${proxy.file}`, proxy.arguments(file, { folder }), home);
  const url = `http://localhost:${port}`;
  try {
    await programs.until(() => answers(`${url}/api/health`));
  } catch (error) {
    await programs.stop();
    throw error;
  }
  return { url, stop: programs.stop };
}

function replaced(text, from, to) {
  if (!text.includes(from)) throw new Error(`The documented site has no ${from}`);
  return text.replaceAll(from, to);
}

/** Returns the site of a proxy from the documentation. */
export function documentedSite(proxyName) {
  const read = (name) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
  if (proxyName === 'nginx') return read('nginx.conf');
  const language = proxyName === 'Caddy' ? 'caddyfile' : proxyName.toLowerCase();
  const [, site] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(read('configuration.md')) ?? [];
  if (site === undefined) throw new Error(`docs/configuration.md has no site for ${proxyName}`);
  return site;
}
