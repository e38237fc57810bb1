import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstAdmin } from './cellar-server.ts';

/** Adds members with the admin's password, as copies of the admin's account. Returns their email addresses. */
export function addPeople(dataDir: string, count: number): string[] {
  const database = new DatabaseSync(join(dataDir, 'cellar.db'), { timeout: 60_000 });
  const columns = database
    .prepare('select name from pragma_table_info(?)')
    .all('users')
    .map(({ name }) => String(name));
  const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ');
  const others = columns.filter((name) => !['id', 'email', 'role'].includes(name));
  const insert = database.prepare(
    `insert into users (id, email, role, ${quoted(others)}) select ?, ?, 'member', ${quoted(others)} from users where email = ?`,
  );
  const emails = Array.from({ length: count }, (_, at) => `member-${at}@example.org`);
  database.exec('begin');
  for (const [at, email] of emails.entries()) insert.run(`bench-member-${at}`, email, firstAdmin.email);
  database.exec('commit');
  database.close();
  return emails;
}
