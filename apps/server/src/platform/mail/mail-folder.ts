// Writes emails into a folder as .eml files, for a library without a mail server. Every mail program opens such files.
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder, makeFolder } from '../storage/disk/flush.ts';
import { messageOf, type OutgoingMail } from './mailer.ts';

export interface FiledMail extends OutgoingMail {
  /** The time of writing, ISO 8601. */
  at: string;
}

export interface MailFolder {
  /** Idempotent: the file name is derived from the email. */
  write(mail: FiledMail): Promise<void>;
  /** Idempotent. */
  remove(mail: Pick<FiledMail, 'id' | 'at'>): Promise<void>;
}

export function createMailFolder({ folder, from }: { folder: string; from: string }): MailFolder {
  const pathOf = ({ at, id }: Pick<FiledMail, 'id' | 'at'>) =>
    join(folder, `${at.replace(/\D/g, '')}-${id}.eml`);
  return {
    remove: (mail) => rm(pathOf(mail), { force: true }),

    async write({ at, ...mail }) {
      // Only now, because it takes 20 MB of memory.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail({ ...messageOf(mail, from), date: at });
      // The emails contain secret links.
      await makeFolder(folder, 0o700);
      const path = pathOf({ at, id: mail.id });
      await writeFile(`${path}.part`, message, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
      // The email is not written again once it is recorded as written.
      await flushFolder(folder);
    },
  };
}
