// Each file that is downloaded has one toast, whose text changes.
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { addTextsOnce } from '#i18n/language.ts';
import { Listeners } from '#lib/listeners.ts';
import { closeAllToasts } from '#ui/toasts/test-toasts.ts';
import { toasts } from '#ui/toasts/toast.tsx';
import { showDownloadToasts } from './download-toasts.ts';
import type { DownloadEvent } from './engine/download-record.ts';

const events = new Listeners<DownloadEvent>();

beforeAll(async () => {
  startI18n();
  await addTextsOnce('first');
  showDownloadToasts({ on: events.add });
});
beforeEach(closeAllToasts);
afterEach(closeAllToasts);

const record = (id: string, title: string, isInList = false) =>
  ({ id, gameId: title, title, platform: 'Linux', isInList }) as DownloadEvent['record'];
const messages = () => toasts.get().map(({ title, message }) => [title, message].filter(Boolean).join(': '));
const failure = { key: 'errors.notFound', values: {} } as const;
const notFound = 'File not available on server. The game file may have been moved or deleted.';

it('a download changes its toast, and another attempt takes the place of its failure', () => {
  const draco = record('1', 'Draco');
  events.call({ type: 'started', record: draco });
  events.call({ type: 'started', record: record('2', 'Vega') });
  events.call({ type: 'retrying', record: draco, attempt: 2, attempts: 4 });
  const vega = 'Download started for Vega (Linux)';
  expect(messages()).toEqual(['Connection issue detected. Retrying download (2/4)...', vega]);
  events.call({ type: 'failed', record: draco, error: failure });
  expect(messages()).toEqual([`Download failed for Draco: ${notFound}`, vega]);
  events.call({ type: 'started', record: record('3', 'Draco') });
  expect(messages()).toEqual(['Download started for Draco (Linux)', vega]);
  events.call({ type: 'completed', record: record('3', 'Draco') });
  expect(messages()).toEqual(['Draco downloaded successfully', vega]);
});

it('of several that follow each other, only the failures have toasts of their own', () => {
  events.call({ type: 'started', record: record('1', 'Draco', true) });
  events.call({ type: 'failed', record: record('1', 'Draco', true), error: failure });
  events.call({ type: 'started', record: record('2', 'Vega', true) });
  events.call({ type: 'completed', record: record('2', 'Vega', true) });
  expect(messages()).toEqual([`Download failed for Draco: ${notFound}`]);
});
