// What accepting and declining have in common: the refusal of a second answer, and the news for the contributor.

import type { AlertData } from '@cellar/contract/messages/alerts.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import type { CheatsService } from '#games/cheats/cheats.service.ts';
import type { WaitingGames } from '#games/game-editing.service.ts';
import type { GamesService } from '#games/games.service.ts';
import { AppError } from '#http/errors.ts';
import type { AlertsService } from '#messages/alerts/alerts.service.ts';
import type { MailsService, PreparedMail } from '#messages/emails/mails.service.ts';
import type { UsersService } from '#people/members/users.service.ts';
import type { Base } from '#platform/base.ts';
import type { DownloadReferences } from '#transfer/downloads/download-references.service.ts';
import type { ExtrasService } from '#transfer/files/extras.service.ts';
import type { FilesService } from '#transfer/files/files.service.ts';
import type { UploadsService } from '#transfer/uploads/uploads.service.ts';
import type { ContributionRow } from './contributions.repository.ts';

export interface AnswerDeps extends Pick<Base, 'db' | 'clock' | 'publicUrl'> {
  users: UsersService;
  games: GamesService;
  waitingGames: WaitingGames;
  files: FilesService;
  cheats: Pick<CheatsService, 'moveToGame'>;
  uploads: Pick<UploadsService, 'moveToGame'>;
  extras: Pick<ExtrasService, 'existsError'>;
  downloadReferences: DownloadReferences;
  audit: AuditService;
  alerts: AlertsService;
  mails: MailsService;
}

export interface Answer {
  state: 'accepted' | 'declined';
  title: string;
  reason: string;
  gameId: string | null;
}

interface News {
  userId: string;
  mail: PreparedMail;
  alert: AlertData['contribution_answered'];
}

/** Call this before the transaction, because it reads settings. Returns undefined if the contributor's account was deleted. */
export async function prepareNews(
  { db, users, mails, publicUrl }: AnswerDeps,
  { id, userId }: ContributionRow,
  { state, title, reason, gameId }: Answer,
): Promise<News | undefined> {
  const user = userId === null ? undefined : await users.find(db, userId);
  if (!user) return undefined;
  const mail = await mails.prepare({
    kind: state === 'accepted' ? 'contributionAccepted' : 'contributionDeclined',
    ...{ to: user.email, userId: user.id, name: user.name, language: user.language },
    url: gameId === null ? `${publicUrl}/contribute` : `${publicUrl}/game/${gameId}`,
    values: { title, reason },
  });
  return { userId: user.id, mail, alert: { contributionId: id, title, state, gameId } };
}

/** Writes the email and the alert in the transaction of the answer. Call `mails.deliverSoon` after the commit. */
export async function tellContributor(
  { mails, alerts }: AnswerDeps,
  trx: Trx,
  news: News | undefined,
): Promise<void> {
  if (!news) return;
  const { userId, mail, alert } = news;
  await mails.enqueue(trx, mail);
  await alerts.add(trx, [userId], {
    kind: 'contribution_answered',
    subject: alert.contributionId,
    data: alert,
  });
}

export function answeredAlready(): AppError {
  return new AppError(
    'contribution_answered',
    'This contribution was already accepted, declined or withdrawn.',
  );
}
