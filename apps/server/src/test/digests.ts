// For tests of digests: adds games, moves the clock, and lists the emails to members.
import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { TestApp } from './build-app.ts';
import { addEntries } from './factories.ts';

export interface DigestMail {
  to: string;
  at: string;
  subject: string;
  /** The ids of the games in the email. */
  games: string[];
  status: string;
}

export function moveClockTo({ clock }: TestApp, time: string | Date): void {
  clock.advance(new Date(time).getTime() - clock.now().getTime());
}

/** Moves the clock and runs the job. */
export async function runDigestsAt(app: TestApp, time: string | Date): Promise<void> {
  moveClockTo(app, time);
  await app.services.digests.run();
}

/** Adds games as complete uploads do, but without a metadata search. */
export function addNewGames(app: TestApp, ...titles: string[]): Promise<string[]> {
  const createdAt = app.clock.now().toISOString();
  return addEntries(
    app.services,
    titles.map((title) => ({ title, createdAt, platforms: ['Windows'] })),
  );
}

export async function setFrequency(app: TestApp, emailFrequency: EmailFrequency): Promise<void> {
  await app.services.settings.change({ email: 'admin@cellar.example' }, { emailFrequency });
}

/** Lists the digests in the outbox, oldest first. Sent ones list no games, because their text has been deleted. */
export async function listDigestMails({ services }: TestApp): Promise<DigestMail[]> {
  const rows = await services.database.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'digest')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ toAddress, createdAt, subject, textBody, status }) => ({
    to: toAddress,
    at: createdAt,
    subject,
    status,
    games: gameIdsIn(textBody),
  }));
}

export function gameIdsIn(text = ''): string[] {
  return [...new Set([...text.matchAll(/\/game\/([\w-]{20})/g)].map(([, id = '']) => id))];
}
