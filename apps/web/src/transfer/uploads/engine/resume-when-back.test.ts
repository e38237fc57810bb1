// Uploads resume automatically after a lost connection, but not after other failures.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Listeners } from '#lib/listeners.ts';
import { attemptsPerCause, resumeWhenBack } from './resume-when-back.ts';
import type { UploadEvent, UploadRecord } from './upload-record.ts';

type Cause = UploadRecord['errorCode'];

const failed = (id: string, errorCode: Cause, chunksCompleted = 1): UploadRecord => ({
  ...{
    id,
    title: id,
    platform: 'Linux',
    part: 'Windows',
    isExtra: false,
    fileName: 'a.zip',
    fileSize: 1000,
    totalChunks: 4,
    progress: 25,
  },
  ...{ chunksCompleted, currentChunk: 2, status: 'failed', startTime: 1, speed: 0, errorCode },
});

describe('uploads that have lost the connection to the server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watch(records: UploadRecord[], isBack: () => boolean, hasSession = () => true) {
    const events = new Listeners<UploadEvent>();
    const returns = new Listeners();
    const resumed: string[] = [];
    const uploads = {
      on: events.add,
      getSnapshot: () => records,
      resume: (id: string) => void resumed.push(id),
      giveUpResuming: () => {},
    };
    resumeWhenBack(uploads, { hasSession, isBack: async () => isBack(), onReturn: returns.add }, 10_000);
    const tell = () => {
      for (const record of records) events.call({ type: 'failed', record });
    };
    return { resumed, tell, returned: () => returns.call() };
  }

  it('resume when the server answers, and other uploads stay unchanged', async () => {
    let isThere = false;
    const records = [failed('lost', 'network'), failed('full', 'storage_full')];
    const { resumed, tell } = watch(records, () => isThere);
    tell();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(resumed).toEqual([]);
    isThere = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(resumed).toEqual(['lost']);
  });

  it('resume at once when the page notices that the server answers again', async () => {
    let isThere = false;
    const { resumed, tell, returned } = watch([failed('lost', 'network')], () => isThere);
    tell();
    await vi.advanceTimersByTimeAsync(35_000);
    isThere = true;
    returned();
    await vi.advanceTimersByTimeAsync(0);
    expect(resumed).toEqual(['lost']);
  });

  it('check the server less and less often, and never stop checking', async () => {
    const checkedAt: number[] = [];
    const isBack = () => {
      checkedAt.push(Date.now());
      return false;
    };
    const { tell } = watch([failed('lost', 'network')], isBack);
    const from = Date.now();
    tell();
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(checkedAt.slice(0, 4).map((at) => (at - from) / 1000)).toEqual([10, 30, 70, 110]);
    expect(checkedAt.length).toBeGreaterThan(2000);
  });

  it('wait for a session, even if it ends during the request', async () => {
    let isLoggedIn = false;
    let asked = 0;
    const isBack = () => {
      asked += 1;
      if (asked === 1) isLoggedIn = false;
      return true;
    };
    const { resumed, tell } = watch([failed('lost', 'network')], isBack, () => isLoggedIn);
    tell();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(0);
    isLoggedIn = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
    expect(resumed).toEqual([]);
    isLoggedIn = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(resumed).toEqual(['lost']);
  });

  /** Runs an upload to a reachable server that accepts only `accepted()` chunks after each resume. */
  function watchFailingUpload(accepted: () => number, causeOf = (_: number): Cause => 'unavailable') {
    const events = new Listeners<UploadEvent>();
    let record = failed('lost', 'unavailable');
    const triedAt: number[] = [];
    const fail = (chunks: number) => {
      record = failed('lost', causeOf(triedAt.length), chunks);
      events.call({ type: 'failed', record });
    };
    const resume = () => {
      triedAt.push(Date.now());
      fail(record.chunksCompleted + accepted());
    };
    const giveUpResuming = () => {
      record = { ...record, isGivenUp: true };
    };
    const back = { hasSession: () => true, isBack: async () => true };
    const uploads = { on: events.add, getSnapshot: () => [record], resume, giveUpResuming };
    resumeWhenBack(uploads, back, 10_000);
    fail(1);
    return {
      /** The seconds between consecutive attempts. */
      pauses: () => triedAt.slice(1).map((at, n) => (at - (triedAt[n] ?? 0)) / 1000),
      isGivenUp: () => record.isGivenUp === true,
      retry: () => fail(record.chunksCompleted),
    };
  }

  it('are retried with growing pauses, and given up after many attempts without progress', async () => {
    const { pauses, isGivenUp, retry } = watchFailingUpload(() => 0);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(pauses().slice(0, 4)).toEqual([30, 60, 90, 120]);
    expect(new Set(pauses().slice(9))).toEqual(new Set([300]));
    expect(isGivenUp()).toBe(false);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(isGivenUp()).toBe(true);
    expect(pauses()).toHaveLength(attemptsPerCause - 1);
    // The admin tries again.
    retry();
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(pauses()).toHaveLength(2 * attemptsPerCause - 1);
  });

  it('have as many attempts for each cause', async () => {
    const { pauses } = watchFailingUpload(
      () => 0,
      (tries) => (tries % 2 ? 'network' : 'unavailable'),
    );
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(pauses()).toHaveLength(2 * attemptsPerCause - 2);
  });

  it('are retried at once after they have made progress', async () => {
    let tries = 0;
    const { pauses } = watchFailingUpload(() => {
      tries += 1;
      return tries === 4 ? 1 : 0;
    });
    await vi.advanceTimersByTimeAsync(260_000);
    expect(pauses()).toEqual([30, 60, 90, 10, 30]);
  });
});
