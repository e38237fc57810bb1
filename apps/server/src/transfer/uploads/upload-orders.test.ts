// For any order, repetition and parallelism of the chunks, the stored file is the one that was sent.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleArchive } from '#test/factories.ts';
import {
  chunkBytes,
  complete,
  ourFields,
  type SampleUpload,
  sampleUpload,
  send,
  specFields,
  totalChunksOf,
} from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256, storedSha256, traces } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

type Manner = 'ours' | 'specification' | 'file first';

async function sendIn(manner: Manner, upload: SampleUpload, number: number): Promise<void> {
  const fields = Object.entries(manner === 'ours' ? ourFields(upload, number) : specFields(upload, number));
  const file: [string, Buffer] = ['gameFile', chunkBytes(upload, number)];
  const answer = await send(admin, upload, manner === 'file first' ? [file, ...fields] : [...fields, file]);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** A fixed number of senders, each of which takes the next chunk when its last one is stored. */
async function sendParallel(queue: (() => Promise<void>)[], senders: number): Promise<void> {
  const rest = [...queue];
  const sender = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await next();
  };
  await Promise.all(Array.from({ length: senders }, sender));
}

const plan = fc
  .record({
    size: fc.integer({ min: 16, max: 60_000 }),
    chunks: fc.integer({ min: 1, max: 12 }),
    senders: fc.integer({ min: 1, max: 5 }),
    // All chunks of an upload are sent in the same manner, or each in a different one.
    manners: fc.oneof(
      fc.constantFrom<Manner[]>(['ours'], ['specification'], ['file first']),
      fc.constant<Manner[]>(['specification', 'file first']),
    ),
  })
  .chain(({ size, chunks, ...rest }) => {
    // The first eight bytes of the first chunk identify the archive.
    const chunkSize = Math.max(8, Math.ceil(size / chunks));
    const numbers = [...Array(Math.ceil(size / chunkSize)).keys()];
    const repeats = fc.array(fc.constantFrom(...numbers), { maxLength: 5 });
    const order = repeats.chain((more) => {
      const all = [...numbers, ...more];
      return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
    });
    return fc.record({
      size: fc.constant(size),
      chunkSize: fc.constant(chunkSize),
      order,
      ...constants(rest),
    });
  });

function constants<T extends object>(values: T) {
  const entries = Object.entries(values).map(([name, value]) => [name, fc.constant(value)]);
  return Object.fromEntries(entries) as { [K in keyof T]: fc.Arbitrary<T[K]> };
}

describe('chunks in any order', () => {
  it('make the file that was sent, and leave nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ size, chunkSize, order, senders, manners }) => {
        const before = await traces(app);
        const upload = sampleUpload({ archive: sampleArchive(size), chunkSize });
        expect(new Set(order).size).toBe(totalChunksOf(upload));
        const queue = order.map((number, at) => {
          const manner = manners[at % manners.length] ?? 'ours';
          return () => sendIn(manner, upload, number);
        });
        await sendParallel(queue, senders);
        const game = await complete(admin, upload);
        expect(game.status, JSON.stringify(game.body)).toBe(201);
        expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
        const after = await traces(app);
        expect(after.onDisk.length).toBe(before.onDisk.length + 1);
        expect(after.chunks).toBe(before.chunks);
      }),
      { numRuns: 25 },
    );
  });
});
