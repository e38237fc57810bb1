import { getEventListeners } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import { chunkSignal } from './upload-requests.ts';

let stop: AbortController;
let end: AbortController;
let done: AbortController;

beforeEach(() => {
  [stop, end, done] = [new AbortController(), new AbortController(), new AbortController()];
});

const make = (isPastHalf: boolean) =>
  chunkSignal({ stopped: stop.signal, ended: end.signal, done: done.signal }, () => isPastHalf);

it('the signal is aborted by a stop before half of the chunk is sent, and always by the end of the upload', () => {
  const [early, late] = [make(false), make(true)];
  stop.abort();
  expect([early.aborted, late.aborted]).toEqual([true, false]);
  // Signals created after the stop.
  expect([make(false).aborted, make(true).aborted]).toEqual([true, false]);
  end.abort();
  expect(late.aborted).toBe(true);
});

it('the signal removes its listener when the request is over', () => {
  make(true);
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  done.abort();
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});
