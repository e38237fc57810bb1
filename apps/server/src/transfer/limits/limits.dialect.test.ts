// The limits as admins set them: for all members, for the site, and for single members.
import { api } from '@cellar/contract/api.ts';
import { limitBounds } from '@cellar/contract/transfer/rules/download-limits.ts';
import { describe, expect, it } from 'vitest';
import { dayMs } from '#platform/clock.ts';
import type { Client } from '#test/client.ts';
import { limitsUseOf, setOwnLimits } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp({ env: { TZ: 'America/New_York' } });
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

const read = async () => (await admin.call(api.getSiteLimits)).body;
const change = (json: unknown) => admin.call(api.changeSiteLimits, { json });
const paramsOf = (client: Client) => ({ userId: client.account?.id ?? '' });
const GB = 1024 ** 3;

describe('the limits of the site', () => {
  const none = { bytesPerPeriod: null, filesPerPeriod: null, downloadsAtOnce: null, bytesPerSecond: null };

  it('limit nothing at first', async () => {
    expect(await read()).toEqual({
      members: { period: 'week', ...none },
      site: { bytesPerSecond: null, hours: null },
      uploads: { bytesPerSecond: null },
      timeZone: 'America/New_York',
    });
  });

  it('can be changed partially, and each change is logged', async () => {
    expect((await change({ members: { bytesPerPeriod: 50 * GB, period: 'month' } })).status).toBe(200);
    const hours = { from: '18:00', to: '02:30' };
    const { body } = await change({ site: { bytesPerSecond: 10_000_000, hours }, uploads: {} });
    expect(body).toEqual(await read());
    expect(body).toMatchObject({
      members: { ...none, period: 'month', bytesPerPeriod: 50 * GB },
      site: { bytesPerSecond: 10_000_000, hours },
      uploads: { bytesPerSecond: null },
    });
    const [entry] = (await admin.call(api.listAudit)).body.entries;
    expect(entry).toMatchObject({ action: 'settings_changed', actor: admin.account?.email });
    expect(JSON.parse(entry.detail)).toEqual({ siteSpeed: 10_000_000, siteSpeedHours: hours });
    const cleared = await change({
      members: { bytesPerPeriod: null },
      site: { bytesPerSecond: null, hours: null },
    });
    expect(cleared.body.site).toEqual({ bytesPerSecond: null, hours: null });
  });

  const bad = [0, -1, 1.5, 2 ** 53, 2 ** 53 - 1, Number.MAX_VALUE, '5', '', true, [], {}];
  it.each([
    ...bad.flatMap((value) => [
      { members: { bytesPerPeriod: value } },
      { members: { filesPerPeriod: value } },
      { members: { downloadsAtOnce: value } },
      { members: { bytesPerSecond: value } },
      { site: { bytesPerSecond: value } },
      { uploads: { bytesPerSecond: value } },
    ]),
    { members: { bytesPerSecond: limitBounds.speed.min - 1 } },
    { uploads: { bytesPerSecond: limitBounds.uploadSpeed.min - 1 } },
    { members: { period: 'year' } },
    { members: { period: null } },
    { members: null },
    { site: { hours: { from: '18:00', to: '18:00' } } },
    { site: { hours: { from: '18:00' } } },
    { site: { hours: { from: '24:00', to: '01:00' } } },
    { site: { hours: { from: '9:00', to: '10:00' } } },
    { site: { hours: '18:00-23:00' } },
  ])('refuse %j, and change nothing', async (json) => {
    const before = await read();
    expect(await change(json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    if (json.members) {
      const own = await admin.call(api.changeUserLimits, { params: paramsOf(member), json: json.members });
      expect(own.status).toBe(400);
    }
    expect(await read()).toEqual(before);
  });

  it('refuse what JSON can’t express', async () => {
    for (const value of ['NaN', 'Infinity', '-0.0e', '9007199254740993', '1e400']) {
      const response = await admin.fetch('/api/admin/download-limits', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: `{"members":{"filesPerPeriod":${value}}}`,
      });
      expect(response.status, value).toBe(400);
    }
  });

  it('accept their bounds', async () => {
    for (const at of ['min', 'max'] as const) {
      const members = {
        bytesPerPeriod: limitBounds.bytesPerPeriod[at],
        filesPerPeriod: limitBounds.filesPerPeriod[at],
        downloadsAtOnce: limitBounds.downloadsAtOnce[at],
        bytesPerSecond: limitBounds.speed[at],
      };
      const uploads = { bytesPerSecond: limitBounds.uploadSpeed[at] };
      expect((await change({ members, uploads })).body).toMatchObject({ members, uploads });
      expect((await limitsUseOf(member)).limits).toMatchObject(members);
    }
    await change({ members: none, uploads: { bytesPerSecond: null } });
  });
});

describe('the limits of a member', () => {
  it('are those for all members, until an admin changes them', async () => {
    await change({ members: { filesPerPeriod: 7 } });
    const { body } = await admin.call(api.getUserLimits, { params: paramsOf(member) });
    expect(body).toEqual({
      own: {
        period: 'default',
        bytesPerPeriod: 'default',
        filesPerPeriod: 'default',
        downloadsAtOnce: 'default',
        bytesPerSecond: 'default',
      },
      defaults: (await read()).members,
      use: {
        limits: (await read()).members,
        ...{ bytes: 0, files: 0, reservedBytes: 0, reservedFiles: 0, freeAt: expect.any(String) },
      },
    });
    const json = { bytesPerPeriod: 5 * GB, filesPerPeriod: 'unlimited', period: 'day' };
    const changed = await admin.call(api.changeUserLimits, { params: paramsOf(member), json });
    expect(changed.body.own).toMatchObject({ ...json, downloadsAtOnce: 'default' });
    expect(changed.body.use.limits).toMatchObject({
      period: 'day',
      bytesPerPeriod: 5 * GB,
      filesPerPeriod: null,
    });
    const [entry] = (await admin.call(api.listAudit)).body.entries;
    expect(entry).toMatchObject({ action: 'download_limits_changed', subject: member.account?.email });
    expect(JSON.parse(entry.detail)).toEqual(json);
    await change({ members: { filesPerPeriod: null } });
  });

  it('are changed only in the named fields', async () => {
    const other = await app.as('member');
    await setOwnLimits(admin, other, { filesPerPeriod: 3, downloadsAtOnce: 2 });
    await setOwnLimits(admin, other, { filesPerPeriod: 'default' });
    await setOwnLimits(admin, other, {});
    const { own } = (await admin.call(api.getUserLimits, { params: paramsOf(other) })).body;
    expect(own).toMatchObject({ filesPerPeriod: 'default', downloadsAtOnce: 2 });
  });

  it('do not exist for an unknown account', async () => {
    const params = { userId: 'nobody' };
    for (const endpoint of [api.getUserLimits, api.changeUserLimits, api.liftUserLimits]) {
      const body = endpoint.method === 'GET' ? {} : { json: {} };
      expect((await admin.call(endpoint, { params, ...body })).status).toBe(404);
    }
  });

  it('are deleted with the account, like its use', async () => {
    const leaver = await app.as('member');
    const params = paramsOf(leaver);
    await setOwnLimits(admin, leaver, { filesPerPeriod: 3 });
    const { db } = app.services.database;
    const use = [{ userId: params.userId, bytes: 5, files: 1 }];
    await db.transaction().execute((trx) => app.services.limits.addUse(trx, use));
    expect((await admin.call(api.deleteUser, { params })).status).toBe(200);
    for (const table of ['memberLimits', 'downloadUse'] as const) {
      const rows = db.selectFrom(table).selectAll().where('userId', '=', params.userId);
      expect(await rows.execute()).toEqual([]);
    }
  });

  it('have a use whose days are forgotten when they count in no period', async () => {
    const old = await app.as('member');
    const { db } = app.services.database;
    const use = [{ userId: paramsOf(old).userId, bytes: 5, files: 1 }];
    const add = () => db.transaction().execute((trx) => app.services.limits.addUse(trx, use));
    await add();
    app.clock.advance(45 * dayMs);
    await add();
    await app.services.limits.forgetOldUse();
    const days = db
      .selectFrom('downloadUse')
      .select('day')
      .where('userId', '=', use[0]?.userId ?? '');
    expect(await days.execute()).toHaveLength(1);
  });
});
