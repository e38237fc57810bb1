// Each question stops at the first rows that answer it.
import type { Db } from '#db/schema.ts';

export async function hasBackup(db: Db): Promise<boolean> {
  const backup = await db
    .selectFrom('backups')
    .select('id')
    .where('kind', '=', 'backup')
    .where('endedAt', 'is not', null)
    .where('error', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return backup !== undefined;
}

export async function hasGame(db: Db): Promise<boolean> {
  return (await db.selectFrom('games').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasInvitation(db: Db): Promise<boolean> {
  return (await db.selectFrom('invitations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasSecondMember(db: Db): Promise<boolean> {
  const approved = await db
    .selectFrom('users')
    .select('id')
    .where('approvedAt', 'is not', null)
    .limit(2)
    .execute();
  return approved.length > 1;
}
