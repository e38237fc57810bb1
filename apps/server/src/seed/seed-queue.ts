// Queues games for a metadata search, like a scan of the whole library.
import type { Services } from '#start/services.ts';
import { insertRows } from './insert-rows.ts';

const rowsPerTransaction = 5000;

/** Skips games that are already matched or queued. Returns the number of games queued. */
export async function seedQueue({ database }: Services, count: number): Promise<number> {
  const games = await database.db
    .selectFrom('games')
    .select('id')
    .where('id', 'not in', (eb) => eb.selectFrom('gameMatches').select('gameId'))
    .limit(count)
    .execute();
  const now = new Date().toISOString();
  for (let at = 0; at < games.length; at += rowsPerTransaction) {
    const rows = games.slice(at, at + rowsPerTransaction).map(({ id }) => ({
      gameId: id,
      fileName: null,
      state: 'queued' as const,
      reason: '',
      dueAt: now,
      attempts: 0,
      candidates: '[]',
      scannedAt: now,
      updatedAt: now,
    }));
    await database.db.transaction().execute((trx) => insertRows(trx, 'gameMatches', rows as never));
  }
  return games.length;
}
