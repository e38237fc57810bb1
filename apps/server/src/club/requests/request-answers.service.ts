// Tells everybody who has voted for a request of its new state, in the bell, and of an answer by email. The request remembers the last
// member who was told, in the same transaction, so that each of them is told once, despite crashes and several nodes.

import type { AlertsService } from '#messages/alerts/alerts.service.ts';
import type { MailsService, PreparedMail } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { createYielder } from '#platform/event-loop.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import type { Answered, Voter } from './outcomes.repository.ts';
import * as repository from './outcomes.repository.ts';

interface Deps extends Pick<Base, 'db' | 'log' | 'publicUrl'> {
  alerts: AlertsService;
  mails: MailsService;
}

export type RequestAnswers = ReturnType<typeof createRequestAnswers>;

/** The voters who are told in one transaction, during which SQLite allows no other writer. */
const votersPerStep = 50;

export function createRequestAnswers(deps: Deps) {
  const { db, log, alerts, mails } = deps;
  const running = createSingleFlight<void>();
  let isClosed = false;

  async function tellAll(): Promise<void> {
    const yieldIfDue = createYielder();
    for (;;) {
      const request = await repository.findAnswered(db);
      if (!request || isClosed) return;
      const { voters, through } = await repository.listVoters(db, request, votersPerStep);
      const news = await newsOf(deps, request, voters);
      await db.transaction().execute(async (trx) => {
        if (!(await repository.advance(trx, request, through))) return;
        await alerts.add(
          trx,
          voters.map(({ id }) => id),
          alertOf(request),
        );
        for (const mail of news) await mails.enqueue(trx, mail);
      });
      if (news.length > 0) mails.deliverSoon();
      await yieldIfDue();
    }
  }

  const tell = () => running.run(tellAll);

  return {
    /** Part of the job, which continues after a crash. */
    tell,

    /** Call this after the commit of an answer. */
    tellSoon(): void {
      tell().catch((error) => log.error({ err: error }, 'failed to tell voters of an answered request'));
    },

    /** Stops after the current members. The job continues after the next start. */
    async close(): Promise<void> {
      isClosed = true;
      await running.ended();
    },
  };
}

/** A later state of the request replaces the alert. */
function alertOf({ id, title, state, game }: Answered) {
  const data = { requestId: id, title, state, gameId: game?.id ?? null };
  return { kind: 'request_answered', subject: id, data } as const;
}

async function newsOf(deps: Deps, request: Answered, voters: readonly Voter[]): Promise<PreparedMail[]> {
  if (request.state === 'fulfilled') return newsOfArrival(deps, request, voters);
  if (request.state === 'declined') return newsOfRefusal(deps, request, voters);
  return [];
}

/** Emails about a game that has arrived. None if it was deleted or hidden since then. */
function newsOfArrival(
  { mails, publicUrl }: Deps,
  { game }: Answered,
  voters: readonly Voter[],
): Promise<PreparedMail[]> {
  if (!game) return Promise.resolve([]);
  const content = {
    kind: 'requestFulfilled',
    url: `${publicUrl}/game/${game.id}`,
    values: { title: game.title },
  } as const;
  return mailTo(voters, (recipient) => mails.prepare({ ...content, ...recipient }));
}

/** Emails about a request that an admin has declined. */
function newsOfRefusal(
  { mails, publicUrl }: Deps,
  { id, title, reason }: Answered,
  voters: readonly Voter[],
): Promise<PreparedMail[]> {
  const content = {
    kind: 'requestDeclined',
    url: `${publicUrl}/requests/${id}`,
    values: { title, reason },
  } as const;
  return mailTo(voters, (recipient) => mails.prepare({ ...content, ...recipient }));
}

type Recipient = Pick<Voter, 'name' | 'language'> & { to: string; userId: string };

function mailTo(
  voters: readonly Voter[],
  prepare: (recipient: Recipient) => Promise<PreparedMail>,
): Promise<PreparedMail[]> {
  const recipients = voters.filter(({ wantsMail }) => wantsMail);
  return Promise.all(
    recipients.map(({ id, email, name, language }) => prepare({ to: email, userId: id, name, language })),
  );
}
