// A finished queue shows a single toast, and the next user who logs in sees none.
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { addTextsOnce } from '#i18n/language.ts';
import { toasts } from '#ui/toasts/toast-store.ts';
import { sha256Hex } from '../engine/sha256.ts';
import { UploadManager } from '../engine/upload-manager.ts';
import { UploadTestServer } from '../engine/upload-test-server.ts';
import { showUploadToasts } from './upload-toasts.ts';

let server: UploadTestServer;
let manager: UploadManager;
let messages: unknown[];
let stopListening: () => void;

beforeAll(async () => {
  startI18n();
  await addTextsOnce('admin');
});

beforeEach(async () => {
  server = new UploadTestServer();
  await server.listen();
  manager = new UploadManager({
    api: server.client(),
    maxChunkBytes: async () => 100,
    digest: (blob) => sha256Hex(blob, crypto.subtle),
    delays: { chunkMs: 0 },
  });
  messages = [];
  // Removes each toast as soon as it is shown, so that no other waits for it.
  stopListening = toasts.subscribe(() => {
    for (const { id, kind, message } of toasts.get()) {
      if (kind === 'success') messages.push(message);
      toasts.close(id);
    }
  });
  showUploadToasts(manager);
});
afterEach(async () => {
  stopListening();
  manager.clear();
  await server.close();
});

const start = (title: string) =>
  manager.start({ file: new File(['12345'], 'a.zip'), title, platform: 'Linux' });
const completed = () => manager.getSnapshot().filter(({ status }) => status === 'completed').length;
const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

it('a finished queue is reported in one toast', async () => {
  for (const title of titles) start(title);
  await expect.poll(completed).toBe(8);
  expect(messages).toEqual(['8 uploads completed successfully!']);
});

it('the count of completed uploads is reset when the queue is cleared', async () => {
  for (const title of titles) start(title);
  await new Promise<void>((resolve) => manager.on(({ type }) => type === 'completed' && resolve()));
  manager.clear();
  start('Single');
  await expect.poll(completed).toBe(1);
  expect(messages).toEqual(['Single uploaded successfully!']);
});
