// Changes to several downloads lock their rows in the same order as the progress recorder. Otherwise each could wait for the
// other: PostgreSQL would then abort one of them, and its request would get a 503.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { describe, expect, it } from 'vitest';
import { onPostgres, whileProgressIsLocked } from '#test/lock-order.ts';
import { addBackwards, addDownloads } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

function whileLocked<T>(ids: string[], act: () => Promise<T>): Promise<T> {
  return whileProgressIsLocked(app.services.database.db, ids, act);
}

describe.skipIf(!onPostgres)('progress is recorded while', () => {
  it('the member clears the history', async () => {
    const ids = await addBackwards(app.services, member);
    expect((await whileLocked(ids, () => member.call(api.clearMyActivity))).status).toBe(200);
  });

  it('the member reduces the retention', async () => {
    const ids = await addBackwards(app.services, member);
    await addDownloads(app.services, member, Array(limits.retentionMin).fill({}));
    const json = { downloadHistoryRetention: limits.retentionMin };
    expect((await whileLocked(ids, () => member.call(api.updatePreferences, { json }))).status).toBe(200);
  });

  it('stalled downloads are failed', async () => {
    const long = { status: 'in_progress', endedAt: null, startedAt: '2026-01-01T00:00:00.000Z' } as const;
    const ids = await addBackwards(app.services, member, long);
    await whileLocked(ids, () => app.services.downloads.tidy());
  });

  it('the member is deleted', async () => {
    const other = await app.as('member');
    const ids = await addBackwards(app.services, other);
    const params = { userId: other.account?.id ?? '' };
    expect((await whileLocked(ids, () => admin.call(api.deleteUser, { params }))).status).toBe(200);
  });
});
