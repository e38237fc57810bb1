// Reads unfinished uploads. The uploads feature writes these tables.
import type { Db } from '#db/schema.ts';

export interface OpenUpload {
  id: string;
  clientId: string;
  title: string;
  platform: string;
  touchedAt: string;
  totalChunks: number;
  storedChunks: number;
}

export async function listOpenUploads(db: Db): Promise<OpenUpload[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'clientId', 'title', 'platform', 'touchedAt', 'totalChunks'])
    .select((eb) =>
      eb
        .selectFrom('uploadChunks')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('uploadChunks.uploadId', '=', 'uploads.id')
        .as('storedChunks'),
    )
    .where('state', '=', 'open')
    .execute();
  return rows.map((row) => ({ ...row, storedChunks: Number(row.storedChunks) }));
}
