// The kills of kills.dialect.long.test.ts, with the files and the backups in two buckets.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { dayMs, minuteMs } from '#platform/clock.ts';
import { checkFully } from '#test/backups.ts';
import { buildApp } from '#test/build-app.ts';
import { createBucket, type TestBucket } from '../s3-store.ts';
import { killLibrary } from './kill-library.ts';
import { canPreload, prepareShiftedClock } from './preloaded-library.ts';

/** `npm run test:faults` sets more. */
const kills = Number(process.env.FAULT_KILLS ?? 5);
const chunkSize = 5 * 1024 * 1024;
/**
 * The clock jumps forward and back by this at every other start, so that nothing has to wait for the leases of the server that was
 * killed. A store accepts a clock that differs by up to 15 minutes.
 */
const shiftMs = 12 * minuteMs;

it(`a library in a bucket loses nothing that was acknowledged in ${kills} kills, and leaves nothing behind`, {
  timeout: 3600_000,
}, async () => {
  const [bucket, backups] = [await createBucket(), await createBucket()];
  const home = await mkdtemp(join(tmpdir(), 'cellar-clock-'));
  const clock = canPreload ? prepareShiftedClock(home) : undefined;
  onTestFinished(() => {
    clock?.close();
    return rm(home, { recursive: true });
  });
  const env = { ...bucket.env, BACKUP_URL: backups.env.STORAGE_URL ?? '' };
  const report = await killLibrary({
    kills,
    env: { ...env, ...clock?.env },
    chunkSize,
    beforeStart: (left) => clock?.set(left % 2 === 0 ? 0 : shiftMs),
    async inspect(library) {
      const left = await multipartUploads(bucket);
      const app = await buildApp({ ...library, env });
      // What a crash has left is removed by jobs, once it is certain that nobody needs it.
      app.clock.advance(8 * dayMs);
      const { files, uploads } = app.services;
      await files.discardForgotten();
      await files.removeMarkedFiles();
      await uploads.discardLost();
      expect(await multipartUploads(bucket)).toEqual([]);
      expect(await checkFully(app)).toMatchObject({ missing: [], damaged: [], orphans: [], error: null });
      await app.close();
      console.info('multipart uploads that kills have left', left.length);
    },
  });
  console.info('kills', report);
  expect(report.completions).toBeGreaterThan(kills / 4);
});

async function multipartUploads({ client, config }: TestBucket): Promise<string[]> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: config.bucket }));
  return Uploads.map(({ Key = '' }) => Key);
}
