// The mail server that sends the emails of the site, and what is wrong with it when it does not.
import { z } from 'zod';
import { line, optionalLine } from '../text.ts';

/** An address, or a name with an address in angle brackets. */
export const senderForm = /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** `starttls`: the connection must be encrypted by STARTTLS. `tls`: it is encrypted from the first byte. */
export const mailSecurity = z.enum(['starttls', 'tls', 'none']);
export type MailSecurity = z.infer<typeof mailSecurity>;

const notPort = 'must be 1 to 65,535';

const facts = {
  host: line(253).regex(/^[^\s/@?#\\<>"']+$/, 'must be the name or address of a server'),
  port: z.number('must be a number').int(notPort).min(1, notPort).max(65_535, notPort),
  /** Empty if the server needs no login. */
  user: optionalLine(254),
  /** The sender of all emails. */
  from: line(320).regex(senderForm, 'must be an address, or a name with <an address>'),
};

export const mailServer = z
  .object({
    /** `environment`: SMTP_URL decides, and nothing can be changed here. */
    source: z.enum(['none', 'settings', 'environment']),
    /** Null if emails wait in the outbox. With `auto`, which only SMTP_URL can choose, STARTTLS is used if it is offered. */
    server: z.object({ ...facts, security: z.enum([...mailSecurity.options, 'auto']) }).nullable(),
    hasPassword: z.boolean(),
    /** False if the password was encrypted with a different secret key and must be entered again. */
    isPasswordReadable: z.boolean(),
  })
  .meta({ id: 'MailServer' });
export type MailServerSettings = z.infer<typeof mailServer>;

export const mailServerBody = z.object({
  ...facts,
  security: mailSecurity,
  /** Absent: the stored password, which is used only for the server and the user that it was entered for. */
  password: z
    .string()
    .min(1)
    .max(1000)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL and SMTP refuse them
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')
    .optional(),
});
export type MailServerChange = z.infer<typeof mailServerBody>;

/** What went wrong, in the order of a delivery. */
export const mailProblem = z.enum([
  'host_unknown',
  'refused',
  'unreachable',
  'timeout',
  'no_greeting',
  'certificate',
  'encryption',
  'login_required',
  'login',
  'sender',
  'recipient',
  'message',
  'other',
]);
export type MailProblem = z.infer<typeof mailProblem>;

/** Without `server`, the mail server of the environment is tested. */
export const mailTestBody = z.object({ server: mailServerBody.optional() });

export const mailTestResponse = z.object({
  /** The address that the test email was sent to. */
  to: z.string(),
  /** Null if the server has accepted the email. */
  problem: mailProblem.nullable(),
  /** What the server, or the failed connection, said. English, or whatever the server speaks. */
  answer: z.string().nullable(),
});
export type MailTest = z.infer<typeof mailTestResponse>;
