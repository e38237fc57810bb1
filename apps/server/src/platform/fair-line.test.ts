// Who gets how much of a limited line. Runs on fake time; speeds.long.test.ts sends through real sockets.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFairLine, type FairLine, type Pace, TokenBucket } from './fair-line.ts';

const MB = 1_000_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

interface Sender {
  sent: number;
  leave(): void;
}

/** Sends as fast as the line permits, or only `slowly`: 40 KB each 200 ms. */
function send(line: FairLine, member: string, { slowly = false } = {}): Sender {
  const pace: Pace = line.join(member);
  const sender: Sender = { sent: 0, leave: () => pace.leave() };
  let hasLeft = false;
  const run = async () => {
    while (!hasLeft) {
      const bytes = Math.min(pace.sliceBytes() ?? 0, slowly ? 40_000 : Number.POSITIVE_INFINITY);
      await pace.take(bytes);
      sender.sent += bytes;
      if (slowly) await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  void run();
  return {
    get sent() {
      return sender.sent;
    },
    leave() {
      hasLeft = true;
      pace.leave();
    },
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const sum = (senders: Sender[]) => senders.reduce((bytes, { sent }) => bytes + sent, 0);
const isAbout = (bytes: number, expected: number) =>
  expect(Math.abs(bytes - expected) / expected, `${bytes} of ${expected}`).toBeLessThan(0.05);

describe('a line', () => {
  it('keeps to its rate', async () => {
    const line = createFairLine();
    line.setRate(2 * MB);
    const senders = [send(line, 'a'), send(line, 'a'), send(line, 'b')];
    await pass(10_000);
    isAbout(sum(senders), 20 * MB);
    for (const sender of senders) sender.leave();
  });

  it('gives a member with 32 connections as much as one with a single one', async () => {
    const line = createFairLine();
    line.setRate(2 * MB);
    const many = Array.from({ length: 32 }, () => send(line, 'many'));
    const single = send(line, 'single');
    await pass(10_000);
    isAbout(sum(many), 10 * MB);
    isAbout(single.sent, 10 * MB);
    const shares = many.map(({ sent }) => sent);
    expect(Math.max(...shares) / Math.min(...shares)).toBeLessThan(1.2);
    for (const sender of [...many, single]) sender.leave();
  });

  it('leaves to the others what a slow member does not use', async () => {
    const line = createFairLine();
    line.setRate(2 * MB);
    const fast = send(line, 'fast');
    const slow = send(line, 'slow', { slowly: true });
    await pass(10_000);
    expect(slow.sent).toBeLessThan(3 * MB);
    isAbout(fast.sent + slow.sent, 20 * MB);
    for (const sender of [fast, slow]) sender.leave();
  });

  it('does not let a member who was slow for long take everything afterwards', async () => {
    const line = createFairLine();
    line.setRate(2 * MB);
    const steady = send(line, 'steady');
    const late = send(line, 'late');
    line.setMemberRate('late', 64_000);
    await pass(60_000);
    line.setMemberRate('late', undefined);
    const before = steady.sent;
    await pass(4000);
    // One second of catching up, then half of the rest.
    expect(steady.sent - before).toBeGreaterThan(2.5 * MB);
    for (const sender of [steady, late]) sender.leave();
  });

  it('keeps each member to their own rate, also without one of its own', async () => {
    const line = createFairLine();
    const slow = [send(line, 'slow'), send(line, 'slow')];
    line.setMemberRate('slow', MB);
    await pass(10_000);
    isAbout(sum(slow), 10 * MB);
    for (const sender of slow) sender.leave();
  });

  it('limits nothing without a rate', () => {
    const line = createFairLine();
    const pace = line.join('a');
    expect(pace.sliceBytes()).toBeUndefined();
    line.setMemberRate('a', MB);
    expect(pace.sliceBytes()).toBeGreaterThan(0);
    pace.leave();
    expect(line.members()).toEqual([]);
  });

  it('releases a connection that leaves while it waits, and serves the others', async () => {
    const line = createFairLine();
    line.setRate(64_000);
    const [first, second] = [line.join('a'), line.join('b')];
    await first.take(64_000);
    const waiting = first.take(64_000);
    const other = second.take(8000);
    first.leave();
    await waiting;
    await pass(1500);
    await other;
    second.leave();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops limiting those who wait when its rate is removed', async () => {
    const line = createFairLine();
    line.setRate(64_000);
    const pace = line.join('a');
    await pace.take(10 * MB);
    const waiting = pace.take(1000);
    line.setRate(undefined);
    await waiting;
    pace.leave();
  });
});

describe('a bucket of tokens', () => {
  it('owes at most a second after its rate was lowered', () => {
    const bucket = new TokenBucket();
    bucket.setRate(100 * MB, 0);
    bucket.take(MB);
    bucket.setRate(64_000, 0);
    expect(bucket.waitMs(0)).toBe(1000);
  });
});
