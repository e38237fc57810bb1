// The browser's question before leaving the page appears only while an upload is unfinished.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sha256Hex } from '#lib/sha256.ts';
import { warnBeforeLeaving } from './page-leaving.ts';
import { UploadManager } from './upload-manager.ts';
import { UploadTestServer } from './upload-test-server.ts';

let server: UploadTestServer;
let page: EventTarget;

beforeEach(async () => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  server = new UploadTestServer();
  await server.listen();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const wouldWarn = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it.each([
  ['has lost the connection and resumes automatically', 'cut', true],
  ['was refused and does not resume', { status: 409, code: 'game_exists' }, false],
] as const)('the browser asks before leaving an upload that %s: %s', async (_, decision, expected) => {
  server.decide = () => decision;
  const manager = new UploadManager({
    api: server.client(),
    maxChunkBytes: async () => 100,
    digest: (blob) => sha256Hex(blob, crypto.subtle),
    delays: { retries: 0, chunkMs: 0 },
  });
  warnBeforeLeaving(manager);
  manager.start({ file: new File(['12345'], 'a.zip'), title: 'a', platform: 'Linux' });
  expect(wouldWarn()).toBe(true);
  await expect.poll(() => manager.getSnapshot()[0]?.status, { interval: 5 }).toBe('failed');
  expect(wouldWarn()).toBe(expected);
  manager.clear();
  expect(wouldWarn()).toBe(false);
});
