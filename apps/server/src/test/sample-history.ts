// Adds ended downloads directly to the database.
import type { Insertable } from 'kysely';
import { newId } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';
import type { DownloadsTable } from '#transfer/tables.ts';
import type { Client } from './client.ts';

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
