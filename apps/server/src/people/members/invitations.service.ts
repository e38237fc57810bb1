// Invitations: links that let people join without waiting for approval.

import type { Invitation, NewInvitation } from '@cellar/contract/people/members.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import { notFound } from '#http/errors.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { restartLifetimes } from '#platform/lifetimes.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import type { InvitationRow } from './members.repository.ts';
import * as repository from './members.repository.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'publicUrl'> {
  mails: MailsService;
  audit: AuditService;
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

export function createInvitationsService(deps: Deps) {
  const { db, clock, audit, mails, publicUrl } = deps;
  return {
    async create(
      admin: { id: string; email: string },
      { email, maxUses, expiresInDays, language }: NewInvitation,
    ) {
      const token = newToken();
      const url = `${publicUrl}/login?register=true&invite=${token}`;
      const row: InvitationRow = {
        id: newId(),
        tokenHash: hashToken(token),
        email: email ?? null,
        uses: 0,
        // A mailed invitation is for one person.
        maxUses: email ? 1 : maxUses,
        createdBy: admin.id,
        createdAt: isoAt(clock),
        expiresAt: isoAt(clock, expiresInDays * dayMs),
      };
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(row.expiresAt));
      const mail =
        email && (await mails.prepare({ kind: 'invitation', to: email, language, url, values: { date } }));
      await db.transaction().execute(async (trx) => {
        await repository.insertInvitation(trx, row);
        await audit.write(trx, { action: 'invitation_created', actor: admin.email, subject: email });
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

    /** Run this from time to time (`lifetimes.ts` says why). */
    restartLifetimes: () => restartLifetimes(db, clock, 'invitations'),

    /** Returns whether an invitation is valid, and the address it is bound to. */
    async check(token: string): Promise<{ isValid: boolean; email: string | null }> {
      const row = await repository.findValid(db, hashToken(token), isoAt(clock));
      return { isValid: row !== undefined, email: row?.email ?? null };
    },

    /**
     * Uses an invitation for this address. Returns undefined if it is invalid. `isProven`: the invitation was mailed to this
     * address, which proves that the address is the user's. Concurrent calls cannot exceed the number of uses.
     */
    async use(trx: Trx, token: string, email: string): Promise<{ isProven: boolean } | undefined> {
      const row = await repository.findValid(trx, hashToken(token), isoAt(clock));
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
