// Downloads as a client sees them: the ticket, the activity, and a download that a test can pause.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { api } from '@cellar/contract/api.ts';
import type {
  LimitsUse,
  OwnLimitsChange,
  SiteLimitsChange,
} from '@cellar/contract/transfer/download-limits.endpoints.ts';
import type { ActiveDownload, Ticket } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { Insertable } from 'kysely';
import { newId } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';
import type { DownloadsTable } from '#transfer/tables.ts';
import type { TestApp } from './build-app.ts';
import type { Answer, Client } from './client.ts';

interface Target {
  id: string;
  platform: string;
}

export function askTicket(
  client: Client,
  { id, platform }: Target,
  downloadId = `d${newId()}`,
): Promise<Answer> {
  return client.call(api.createTicket, { params: { id, platform }, json: { downloadId } });
}

/** Creates a ticket and returns its address, the id of its download and the file name. */
export async function getTicket(client: Client, target: Target, downloadId?: string) {
  const { status, body } = await askTicket(client, target, downloadId);
  if (status !== 201) throw new Error(`no ticket was created: ${JSON.stringify(body)}`);
  return body as Pick<Ticket, 'url' | 'downloadId' | 'fileName'>;
}

/** Returns the member's active download with this id, or undefined if there is none. */
export async function activityOf(client: Client, downloadId: string): Promise<ActiveDownload | undefined> {
  const { body } = await client.call(api.activeDownloads);
  return body.downloads.find((download: ActiveDownload) => download.downloadId === downloadId);
}

export interface HeldDownload {
  /** Resolves to `whole` or `cut` when the connection closes. */
  ended: Promise<'whole' | 'cut'>;
  received(): number;
  /** Receives the rest. */
  resume(): void;
  /** Disconnects, as if the client's tab were closed. */
  leave(): void;
}

/** Receives the first bytes and then pauses, so that the server has to wait. */
export async function holdDownload(url: string, headers: Record<string, string> = {}): Promise<HeldDownload> {
  const request = get(url, { agent: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // Both emit an error if the connection is reset.
  request.on('error', () => undefined);
  let received = 0;
  const ended = new Promise<'whole' | 'cut'>((resolve) => {
    response.on('close', () => resolve(response.complete ? 'whole' : 'cut'));
  });
  for (const heard of [request, response]) heard.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    response.on('data', (piece: Buffer) => {
      if (received === 0) {
        response.pause();
        resolve();
      }
      received += piece.length;
    });
  });
  return {
    ended,
    received: () => received,
    resume: () => response.resume(),
    leave: () => request.destroy(),
  };
}

// Adds ended downloads directly to the database.

export type SampleDownload = Partial<Insertable<DownloadsTable>>;

/** Returns the ids of the downloads. The first started at `startedAt` or now, and each further one a minute earlier. */
export async function addDownloads(
  { database }: Services,
  member: Client | undefined,
  downloads: SampleDownload[],
): Promise<string[]> {
  const first = Date.parse(downloads[0]?.startedAt ?? new Date().toISOString());
  const rows = downloads.map((download, at) => {
    const startedAt = new Date(first - at * 60_000).toISOString();
    return {
      id: newId(),
      clientId: `d${newId()}`,
      userId: member?.account?.id ?? null,
      gameId: null,
      fileId: null,
      gameTitle: 'Sample Game',
      platform: 'Windows',
      extension: '.zip',
      fileSize: 1000,
      status: 'completed' as const,
      sentRanges: '[[0,1000]]',
      bytesSent: 1000,
      startedAt,
      lastByteAt: startedAt,
      endedAt: startedAt,
      cancelledAt: null,
      hiddenAt: null,
      logged: 1,
      anonymous: 0,
      ...download,
    };
  });
  await database.db.insertInto('downloads').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** Adds downloads whose ids have another order than their rows and their times. */
export async function addBackwards(
  services: Services,
  member: Client | undefined,
  download: SampleDownload = {},
): Promise<string[]> {
  const hourAgo = Date.now() - 3600_000;
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((second) => ({
    id: `${9 - second}${newId()}`,
    startedAt: new Date(hourAgo + second * 1000).toISOString(),
    ...download,
  }));
  return addDownloads(services, member, rows);
}

// Limits of downloads in tests: setting them, and what a member has used.

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
