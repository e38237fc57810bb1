// Uploads that were added together share one toast, and the next user who logs in sees none.
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { addTextsOnce } from '#i18n/language.ts';
import { sha256Hex } from '#lib/sha256.ts';
import { closeAllToasts } from '#ui/toasts/test-toasts.ts';
import { toasts } from '#ui/toasts/toast.tsx';
import { UploadManager } from '../engine/upload-manager.ts';
import { UploadTestServer } from '../engine/upload-test-server.ts';
import { showUploadToasts } from './upload-toasts.ts';

let server: UploadTestServer;
let manager: UploadManager;
let messages: unknown[];
let stopListening: () => void;

beforeAll(async () => {
  startI18n();
  await addTextsOnce('contribute');
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
  closeAllToasts();
  // Removes each toast as soon as it is shown, so that no other waits for it.
  stopListening = toasts.subscribe(() => {
    for (const { id, kind, message } of toasts.get()) {
      messages.push(`${kind}: ${message}`);
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

it('a batch shows one toast when it begins and one when it ends', async () => {
  for (const title of titles) start(title);
  await expect.poll(completed).toBe(8);
  expect(messages).toEqual([
    'info: 2 uploads started · 6 uploads queued (positions 1 to 6)',
    'success: 8 uploads completed successfully!',
  ]);
});

it('a batch names the uploads that failed, and counts completed ones that were removed', async () => {
  server.decide = ({ fields: { title } }) =>
    title === 'b' || title === 'd' ? { status: 400, code: 'not_an_archive' } : undefined;
  manager.on(({ type, record }) => type === 'completed' && manager.remove(record.id));
  for (const title of titles) start(title);
  await expect.poll(() => messages).toHaveLength(2);
  expect(messages[1]).toBe('error: 2 uploads failed: b, d. 6 uploads completed successfully!');
});

it('actions and retries of single uploads keep their own toasts', async () => {
  server.decide = ({ fields: { title } }) =>
    title === 'b' ? { status: 507, code: 'storage_full', message: 'No room.' } : undefined;
  for (const title of titles.slice(0, 3)) start(title);
  await expect.poll(() => messages).toHaveLength(1);
  const last = manager.getSnapshot().at(-1)?.id ?? '';
  await manager.cancel(last);
  await expect.poll(() => messages).toHaveLength(3);
  expect(messages.slice(1)).toEqual([
    'info: Upload cancelled: c',
    'error: 1 upload failed: b. 1 upload completed successfully!',
  ]);
  server.decide = () => undefined;
  manager.resume(manager.getSnapshot().find(({ status }) => status === 'failed')?.id ?? '');
  await expect.poll(completed).toBe(2);
  expect(messages.slice(3)).toEqual(['info: Upload resumed: b', 'success: b uploaded successfully!']);
});

it('single uploads show a toast for each event', async () => {
  start('a');
  await expect.poll(completed).toBe(1);
  start('b');
  await expect.poll(completed).toBe(2);
  expect(messages).toEqual([
    'info: Upload started: a',
    'success: a uploaded successfully!',
    'info: Upload started: b',
    'success: b uploaded successfully!',
  ]);
});

it('a single upload has one toast, whose text changes', async () => {
  stopListening();
  start('a');
  await expect.poll(completed).toBe(1);
  expect(toasts.get().map(({ message }) => message)).toEqual(['a uploaded successfully!']);
  closeAllToasts();
});

it('a batch has one toast, whose text changes', async () => {
  stopListening();
  for (const title of titles) start(title);
  await expect.poll(completed).toBe(8);
  expect(toasts.get().map(({ message }) => message)).toEqual(['8 uploads completed successfully!']);
  closeAllToasts();
});

it('a batch is forgotten when the queue is cleared', async () => {
  for (const title of titles) start(title);
  await new Promise<void>((resolve) => manager.on(({ type }) => type === 'completed' && resolve()));
  manager.clear();
  start('Single');
  await expect.poll(completed).toBe(1);
  expect(messages.slice(1)).toEqual([
    'info: Upload started: Single',
    'success: Single uploaded successfully!',
  ]);
});
