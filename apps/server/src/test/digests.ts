// Games that come, time that goes by, and what members were told of them: for tests of digests.
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import type { TestApp } from './build-app.ts';
import { addEntries } from './library.ts';

export interface Told {
  to: string;
  at: string;
  subject: string;
  /** Ids of the games that the mail lists. */
  games: string[];
  status: string;
}

export function moveTo({ clock }: TestApp, time: string | Date): void {
  clock.advance(new Date(time).getTime() - clock.now().getTime());
}

/** Moves on and does what the job does. */
export async function lookAt(app: TestApp, time: string | Date): Promise<void> {
  moveTo(app, time);
  await app.services.digests.run();
}

/** As an upload that is complete leaves them, without their search. */
export function addNews(app: TestApp, ...titles: string[]): Promise<string[]> {
  const createdAt = app.clock.now().toISOString();
  return addEntries(
    app.services,
    titles.map((title) => ({ title, createdAt, platforms: ['Windows'] })),
  );
}

export async function setFrequency(app: TestApp, emailFrequency: EmailFrequency): Promise<void> {
  await app.services.settings.change({ email: 'admin@cellar.example' }, { emailFrequency });
}

/** What is in the outbox, in its order; what was sent no longer says of which games it told. */
export async function listTold({ services }: TestApp): Promise<Told[]> {
  const rows = await services.database.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'digest')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ toAddress, createdAt, subject, textBody, status }) => ({
    ...{ to: toAddress, at: createdAt, subject, status, games: gamesIn(textBody) },
  }));
}

export function gamesIn(text = ''): string[] {
  return [...new Set([...text.matchAll(/\/game\/([\w-]{20})/g)].map(([, id = '']) => id))];
}
