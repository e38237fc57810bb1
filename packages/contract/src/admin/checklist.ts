// What a new library needs before it serves others.
import { z } from 'zod';

export const checklistItems = ['address', 'mailServer', 'backup', 'firstGame', 'friend'] as const;
export type ChecklistItem = (typeof checklistItems)[number];

export const checklist = z
  .object({
    /** Whether each is done. Null once an admin has dismissed the list. */
    done: z
      .object({
        /** PUBLIC_URL leads others here, not only the server's own computer. */
        address: z.boolean(),
        /** The environment or an admin has decided on a mail server, or on none. */
        mailServer: z.boolean(),
        /** A backup has succeeded, or the schedule will make one. */
        backup: z.boolean(),
        firstGame: z.boolean(),
        /** There is an invitation or a second approved account. */
        friend: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Checklist' });
export type Checklist = z.infer<typeof checklist>;
