import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { gatherBatches } from './write-stream-at.ts';

const pieces = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

async function takeAll(body: Readable, bytes: number, onPiece: (piece: Buffer) => void = () => {}) {
  const batches = gatherBatches(body, bytes, onPiece);
  const texts: string[] = [];
  for (let batch = await batches.next(); batch; batch = await batches.next()) {
    texts.push(Buffer.concat(batch).toString());
  }
  return texts;
}

describe('gatherBatches', () => {
  it('returns every byte once, in order, in batches of the requested size', async () => {
    const texts = await takeAll(pieces('ab', 'cd', 'ef', 'g', 'hi', 'j'), 4);
    expect(texts.join('')).toBe('abcdefghij');
    for (const text of texts.slice(0, -1)) expect(text.length).toBeGreaterThanOrEqual(4);
  });

  it('returns nothing for an empty stream', async () => {
    expect(await takeAll(pieces(), 4)).toEqual([]);
  });

  it('pauses the stream while a batch waits', async () => {
    const body = new PassThrough({ highWaterMark: 4 });
    const batches = gatherBatches(body, 4, () => {});
    for (let i = 0; i < 20; i += 1) body.write('abcd');
    await expect.poll(() => body.isPaused()).toBe(true);
    expect(Buffer.concat((await batches.next()) ?? []).length).toBeLessThan(80);
    body.destroy();
  });

  it('passes on the error of the stream', async () => {
    const body = new PassThrough();
    const batches = gatherBatches(body, 4, () => {});
    body.write('ab');
    const waiting = batches.next();
    body.destroy(new Error('cut'));
    await expect(waiting).rejects.toThrow('cut');
  });

  it('treats a stream that closes before its end as broken', async () => {
    const body = new PassThrough();
    const batches = gatherBatches(body, 4, () => {});
    body.write('ab');
    body.destroy();
    await expect(batches.next()).rejects.toThrow();
  });

  it('ends the stream when a piece is refused', async () => {
    const body = pieces('ab', 'cd', 'ef');
    const refuse = (piece: Buffer) => {
      if (piece.toString() === 'cd') throw new Error('refused');
    };
    await expect(takeAll(body, 100, refuse)).rejects.toThrow('refused');
    expect(body.destroyed).toBe(true);
  });
});
