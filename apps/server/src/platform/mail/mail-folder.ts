// Writes emails into a folder as .eml files, for a library without a mail server. Every mail program opens such files.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
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
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const pathOf = ({ at, id }: Pick<FiledMail, 'id' | 'at'>) =>
    join(folder, `${at.replace(/\D/g, '')}-${id}.eml`);
  return {
    remove: (mail) => rm(pathOf(mail), { force: true }),

    async write({ at, ...mail }) {
      const { message } = await transport.sendMail({ ...messageOf(mail, from), date: at });
      // The emails contain secret links.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf({ at, id: mail.id });
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}
