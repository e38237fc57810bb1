// The security headers of a page, a file of the build, an API answer, a download and errors.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createGame } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';

let webDir: string;
let app: TestApp;
let addresses: Record<string, string>;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'cellar-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  await writeFile(join(webDir, 'assets', 'main-1a2b3c.js'), 'console.log(1)');
  app = await buildApp({ env: { PUBLIC_URL: 'https://games.example' }, webDir });
  const game = await createGame(app.services, await app.as('admin'));
  addresses = {
    'a page': '/login',
    'a file of the build': '/assets/main-1a2b3c.js',
    'an API answer': '/api/health',
    'a download': (await getTicket(await app.as('member'), game)).url,
    'a refused request': '/api/users/me',
    'an unknown address': '/api/nothing',
    'a malformed address': '/api/%zz',
  };
});
afterAll(async () => {
  await app.close();
  await rm(webDir, { recursive: true });
});

const expectedStatus: Record<string, number> = {
  'a page': 200,
  'a file of the build': 200,
  'an API answer': 200,
  'a download': 200,
  'a refused request': 401,
  'an unknown address': 404,
  'a malformed address': 400,
};

/** Returns the directives of a content security policy by name. */
function directivesOf(policy: string | null): Record<string, string> {
  const parts = (policy ?? '').split(';').map((part) => part.trim().split(' '));
  return Object.fromEntries(parts.map(([name = '', ...values]) => [name, values.join(' ')]));
}

describe.each(Object.keys(expectedStatus))('%s', (name) => {
  it('has all security headers', async () => {
    const { status, headers } = await app.visitor.fetch(addresses[name] ?? '');
    expect(status).toBe(expectedStatus[name]);
    expect(directivesOf(headers.get('content-security-policy'))).toEqual({
      'default-src': "'self'",
      'img-src': "'self' data: blob:",
      'style-src': "'self' 'unsafe-inline'",
      'script-src': "'self'",
      'worker-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'self' https://www.youtube-nocookie.com",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

it('on plain http, no header sends browsers to https', async () => {
  const plain = await buildApp({ env: { PUBLIC_URL: 'http://games.example' } });
  const { headers } = await plain.visitor.fetch('/api/health');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  expect(headers.get('x-frame-options')).toBe('DENY');
  await plain.close();
});
