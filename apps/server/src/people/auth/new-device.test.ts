// Emails about logins on new devices, and the places of sessions.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { dayMs } from '#platform/clock.ts';
import type { Account } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { fromAddress } from '#test/logins.ts';
import { sharedApp, sharedMailServer } from '#test/shared-app.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';

const mail = sharedMailServer();
const app = sharedApp(() => ({ env: { ...mail.env, TRUST_PROXY: '1', TZ: 'UTC' } }));

interface Login {
  device?: string;
  userAgent?: string;
  from?: string;
}

async function logIn({ email }: Account, { device, userAgent = firefox, from = '192.0.2.7' }: Login) {
  const headers = {
    ...fromAddress(from).headers,
    'user-agent': userAgent,
    ...(device && { 'cellar-device': device }),
  };
  const json = { email, password: samplePassword };
  const { status, body } = await app.visitor.call(api.login, { json, headers });
  expect(status).toBe(200);
  return body.token as string;
}

async function newAccount(): Promise<Account> {
  return (await app.as('member')).account as Account;
}

/** Returns how many emails about new devices a member has been sent. */
async function mailsTo({ id }: Account): Promise<number> {
  const { db } = app.services.database;
  const query = db.selectFrom('mails').select('id').where('userId', '=', id).where('kind', '=', 'newDevice');
  return (await query.execute()).length;
}

const setPlaces = async (places: unknown) =>
  (await app.as('admin')).call(api.updateSettings, { json: { systemSettings: { places } } });

describe('a login on a new device', () => {
  it('is reported with the device, the address and the time', async () => {
    const member = await newAccount();
    await logIn(member, { device: 'a' });
    expect((await setPlaces([{ name: 'Club <b>house</b>', range: '192.0.2.0/24' }])).status).toBe(200);
    await logIn(member, { device: 'b' });
    await app.services.mails.deliverDue();
    const { subject, text } = await mail.next(member.email);
    expect(subject).toBe('New login to your account at Cellar');
    expect(text).toContain('Device: Firefox on Linux. Address: 192.0.2.7 (Club <b>house</b>). Time: ');
    expect(text).toContain('/account');
  });

  it('is not reported for the first device, or for a known one on another network', async () => {
    const member = await newAccount();
    await logIn(member, { device: 'a' });
    await logIn(member, { device: 'a', from: '198.51.100.9', userAgent: 'Another version' });
    expect(await mailsTo(member)).toBe(0);
  });

  it('is reported again after a year without a login', async () => {
    const member = await newAccount();
    await logIn(member, { device: 'a' });
    app.clock.advance(300 * dayMs);
    await logIn(member, { device: 'b' });
    app.clock.advance(100 * dayMs);
    await app.services.auth.removeExpiredSessions();
    expect(await mailsTo(member)).toBe(1);
    await logIn(member, { device: 'a' });
    expect(await mailsTo(member)).toBe(2);
  });

  it('is recognized by the program and the network if there is no device id', async () => {
    const member = await newAccount();
    await logIn(member, {});
    await logIn(member, {});
    expect(await mailsTo(member)).toBe(0);
    await logIn(member, { from: '198.51.100.9' });
    await logIn(member, { userAgent: 'curl/8.9' });
    expect(await mailsTo(member)).toBe(2);
  });

  it('accepts hostile names of devices', async () => {
    const member = await newAccount();
    await logIn(member, { device: 'a' });
    await logIn(member, { device: `${'x'.repeat(4000)}' or 1=1`, userAgent: '<script>alert(1)</script>' });
    await app.services.mails.deliverDue();
    const { html } = await mail.next(member.email);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert');
  });
});

describe('the place of a session', () => {
  it.each([
    ['192.168.1.77', '192.168.1.0/24', 'Clubhouse'],
    ['192.168.2.77', '192.168.1.0/24', null],
    ['192.168.2.77', '192.168.2.77', 'Clubhouse'],
    ['2001:db8:1:2:3::4', '2001:db8:1::/48', 'Clubhouse'],
    ['2001:db8:2:2:3::4', '2001:db8:1::/48', null],
    ['2001:db8:2:2:3::4', '0.0.0.0/0', null],
  ])('of %s with the range %s is %s', async (from, range, place) => {
    await setPlaces([{ name: 'Clubhouse', range }]);
    const member = await newAccount();
    const token = await logIn(member, { from });
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await app.visitor.call(api.listSessions, { headers });
    expect(body.sessions[0]).toMatchObject({ isCurrent: true, place });
  });

  it.each(['', '300.1.1.1/8', '10.0.0.0/33', '::1/129', '10.0.0.0/8; drop table users', 'fe80::1%eth0'])(
    'cannot have the range “%s”',
    async (range) => {
      const { status, body } = await setPlaces([{ name: 'Clubhouse', range }]);
      expect([status, body.issues?.[0]?.path]).toEqual([400, 'systemSettings.places.0.range']);
    },
  );

  it('has a limit', async () => {
    const places = (length: number) => Array.from({ length }, () => ({ name: 'A', range: '10.0.0.0/8' }));
    expect((await setPlaces(places(51))).status).toBe(400);
    expect((await setPlaces(places(50))).status).toBe(200);
  });
});
