// Tickets and download lists are deleted at their latest end, so that the transfers which they permit may last longer than a day.
import type { Kysely } from 'kysely';

export async function indexTicketEnds({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('ticketsByEnd').on('tickets').column('endsAt').execute();
  await schema.createIndex('downloadListsByEnd').on('downloadLists').column('endsAt').execute();
  await schema.dropIndex('downloadListsByExpiry').execute();
}
