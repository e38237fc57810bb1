// Limits of downloads in tests: setting them, and what a member has used.
import { api } from '@cellar/contract/api.ts';
import type {
  LimitsUse,
  OwnLimitsChange,
  SiteLimitsChange,
} from '@cellar/contract/transfer/download-limits.ts';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';

export async function setSiteLimits(admin: Client, json: SiteLimitsChange): Promise<void> {
  const { status, body } = await admin.call(api.changeSiteLimits, { json });
  if (status !== 200) throw new Error(`the limits were not changed: ${JSON.stringify(body)}`);
}

/** Removes all limits of the site and for all members. */
export function removeSiteLimits(admin: Client): Promise<void> {
  const members = { bytesPerPeriod: null, filesPerPeriod: null, downloadsAtOnce: null, bytesPerSecond: null };
  const site = { bytesPerSecond: null, hours: null };
  return setSiteLimits(admin, {
    members: { period: 'week', ...members },
    site,
    uploads: { bytesPerSecond: null },
  });
}

export async function setOwnLimits(admin: Client, member: Client, json: OwnLimitsChange): Promise<void> {
  const params = { userId: member.account?.id ?? '' };
  const { status, body } = await admin.call(api.changeUserLimits, { params, json });
  if (status !== 200) throw new Error(`the limits were not changed: ${JSON.stringify(body)}`);
}

export async function limitsUseOf(member: Client): Promise<LimitsUse> {
  return (await member.call(api.myLimits)).body;
}

/** Moves the clock forward to this moment, ISO 8601. */
export function moveTo({ clock }: TestApp, moment: string): void {
  const ms = Date.parse(moment) - clock.now().getTime();
  if (ms < 0) throw new Error(`${moment} has passed`);
  clock.advance(ms);
}
