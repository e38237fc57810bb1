// Invitations: links by which somebody gets in without waiting for approval.

import type { Language } from '@cellar/contract/accounts.ts';
import type { Invitation } from '@cellar/contract/invitations.ts';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { MailsService } from '#features/mails/mails.service.ts';
import { notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import * as repository from './invitations.repository.ts';
import type { InvitationsTable } from './invitations.table.ts';

type InvitationRow = Selectable<InvitationsTable>;

export interface NewInvitation {
  email?: string | undefined;
  maxUses: number;
  expiresInDays: number;
  language: Language;
}

interface Deps {
  db: Db;
  clock: Clock;
  mails: MailsService;
  audit: AuditService;
  publicUrl: string;
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

export function createInvitationsService({ db, clock, mails, audit, publicUrl }: Deps) {
  return {
    async create(admin: { id: string; email: string }, wanted: NewInvitation) {
      const token = newToken();
      const url = `${publicUrl}/login?register=true&invite=${token}`;
      const row: InvitationRow = {
        ...{ id: newId(), tokenHash: hashToken(token), uses: 0, createdBy: admin.id },
        email: wanted.email ?? null,
        // A link that was mailed to one person is for that person, once.
        maxUses: wanted.email ? 1 : wanted.maxUses,
        createdAt: isoAt(clock),
        expiresAt: isoAt(clock, wanted.expiresInDays * dayMs),
      };
      const date = new Intl.DateTimeFormat(wanted.language, { dateStyle: 'long' }).format(
        new Date(row.expiresAt),
      );
      const { email, language } = wanted;
      const mail =
        email && (await mails.prepare({ kind: 'invitation', to: email, language, url, values: { date } }));
      await db.transaction().execute(async (trx) => {
        await repository.insertInvitation(trx, row);
        await audit.write(trx, {
          action: 'invitation_created',
          actor: admin.email,
          subject: row.email ?? undefined,
        });
        if (mail) await mails.enqueue(trx, mail);
      });
      mails.deliverSoon();
      return { invitation: present(row, admin.email), url };
    },

    async list(): Promise<Invitation[]> {
      const rows = await repository.listInvitations(db);
      return rows.map(({ creator, ...row }) => present(row, creator));
    },

    /** @throws AppError not_found */
    async revoke(admin: { email: string }, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (!(await repository.deleteInvitation(trx, id))) throw notFound('Invitation');
        await audit.write(trx, { action: 'invitation_revoked', actor: admin.email });
      });
    },

    /** Whether a link still holds, and for whom. */
    async check(token: string): Promise<{ isValid: boolean; email: string | null }> {
      const row = await repository.findOpen(db, hashToken(token), isoAt(clock));
      return { isValid: row !== undefined, email: row?.email ?? null };
    },

    /**
     * Takes one use of a link for this address. Gives undefined when it does not hold, else whether the address is
     * proven too: the link was mailed there. In one statement, so that N uses are N.
     */
    async use(trx: Trx, token: string, email: string): Promise<{ isProven: boolean } | undefined> {
      const row = await repository.findOpen(trx, hashToken(token), isoAt(clock));
      if (!row || (row.email !== null && row.email !== email)) return undefined;
      if (!(await repository.countUse(trx, row.id))) return undefined;
      return { isProven: row.email === email };
    },
  };
}

function present(row: InvitationRow, createdBy: string | null): Invitation {
  const { id, email, maxUses, uses, createdAt, expiresAt } = row;
  return { _id: id, email, maxUses, uses, createdAt, expiresAt, createdBy };
}
