// Tests both ways to compute a digest, and the lifetime of the worker. The e2e tests run the real worker.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DigestReply, DigestRequest } from './digest-worker.ts';
import { Digester, type DigestWorker } from './digester.ts';
import { sha256Hex } from './sha256.ts';

/** Replaces the browser's Worker. Each test decides what happens with a request. */
class StubWorker implements DigestWorker {
  onmessage: DigestWorker['onmessage'] = null;
  onerror: DigestWorker['onerror'] = null;
  onmessageerror: DigestWorker['onmessageerror'] = null;
  requests: DigestRequest[] = [];
  isTerminated = false;
  postMessage(request: DigestRequest): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  reply(data: DigestReply): void {
    this.onmessage?.({ data } as MessageEvent<DigestReply>);
  }
}

function makeDigester() {
  const workers: StubWorker[] = [];
  const digester = new Digester(() => {
    const worker = new StubWorker();
    workers.push(worker);
    return worker;
  });
  return { digester, workers };
}

const blob = new Blob(['abc']);

describe('sha256Hex', () => {
  it.each([0, 1, 63, 64, 5 * 1024 ** 2 + 7])(
    'is the same from the browser and from the library for %i bytes',
    async (size) => {
      const bytes = new Uint8Array(size).map((_, index) => index % 251);
      const expected = createHash('sha256').update(bytes).digest('hex');
      expect(await sha256Hex(new Blob([bytes]), crypto.subtle)).toBe(expected);
      expect(await sha256Hex(new Blob([bytes]), undefined)).toBe(expected);
    },
  );
});

describe('Digester', () => {
  it('uses one worker for one blob at a time', async () => {
    const { digester, workers } = makeDigester();
    const first = digester.digest(blob);
    const second = digester.digest(blob);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.requests.map(({ id }) => id)).toEqual([1]);
    workers[0]?.reply({ id: 1, digest: 'one' });
    expect(await first).toBe('one');
    workers[0]?.reply({ id: 2, digest: 'two' });
    expect(await second).toBe('two');
    expect(workers[0]?.requests).toHaveLength(2);
  });

  it('stops at once when aborted, queued or running, and continues with the next blob', async () => {
    const { digester, workers } = makeDigester();
    const stop = new AbortController();
    const running = digester.digest(blob, stop.signal);
    const waiting = digester.digest(blob, stop.signal);
    const next = digester.digest(blob);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await expect(waiting).rejects.toThrow('stopped');
    workers[0]?.reply({ id: 1, digest: 'late' });
    workers[0]?.reply({ id: 3, digest: 'three' });
    expect(await next).toBe('three');
    await expect(digester.digest(blob, stop.signal)).rejects.toThrow('stopped');
  });

  it('fails when the worker crashes, and starts another worker', async () => {
    const { digester, workers } = makeDigester();
    const first = digester.digest(blob);
    const second = digester.digest(blob);
    workers[0]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
    await expect(first).rejects.toThrow('out of memory');
    expect(workers[0]?.isTerminated).toBe(true);
    workers[1]?.reply({ id: 2, digest: 'two' });
    expect(await second).toBe('two');
  });

  it('reports a lost server when the script of the worker can’t be loaded, and loads it again', async () => {
    const { digester, workers } = makeDigester();
    const first = digester.digest(blob);
    workers[0]?.onerror?.({} as ErrorEvent);
    await expect(first).rejects.toMatchObject({ code: 'network' });
    const second = digester.digest(blob);
    workers[1]?.reply({ id: 2, digest: 'two' });
    expect(await second).toBe('two');
  });

  it('fails when no worker can be started', async () => {
    const digester = new Digester(() => {
      throw new Error('refused');
    });
    await expect(digester.digest(blob)).rejects.toThrow('refused');
  });

  it('keeps the names of errors, which tell an unreadable file from others', async () => {
    const { digester, workers } = makeDigester();
    const unread = digester.digest(blob);
    workers[0]?.reply({ id: 1, errorName: 'NotReadableError', message: 'changed' });
    await expect(unread).rejects.toMatchObject({ name: 'NotReadableError', message: 'changed' });
    const broken = digester.digest(blob);
    workers[0]?.reply({ id: 2, errorName: 'RangeError', message: 'too big' });
    await expect(broken).rejects.toMatchObject({ name: 'RangeError', message: 'too big' });
  });

  it('ends its worker when it is closed, and starts another one for more', async () => {
    const { digester, workers } = makeDigester();
    const stop = new AbortController();
    const stopped = digester.digest(blob, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    digester.close();
    expect(workers[0]?.isTerminated).toBe(true);
    const next = digester.digest(blob);
    workers[1]?.reply({ id: 2, digest: 'two' });
    expect(await next).toBe('two');
  });
});
