// The mail server: SMTP_URL, or else the one of Admin Settings, which every node reads before it sends, so that a change takes effect
// at once.

import type {
  MailProblem,
  MailServerChange,
  MailServerSettings,
  MailTest,
} from '@cellar/contract/messages/emails.endpoints.ts';
import type { NodemailerError } from 'nodemailer';
import type { AuditService } from '#admin/audit.service.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import {
  createSmtpMailer,
  type Mailer,
  type OutgoingMail,
  type SmtpServer,
  trySmtp,
} from '#platform/mail/mailer.ts';
import type { Config } from '#start/config.ts';
import type { MailServerRow } from '../emails/mails.repository.ts';
import * as repository from '../emails/mails.repository.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'box' | 'publicUrl'> {
  audit: AuditService;
  fromEnvironment: Config['smtp'];
}

interface Context extends Deps {
  /** The mailer in use, and the settings that it was made from. */
  open: { key: string; mailer: Mailer } | undefined;
}

const purpose = 'mail server password';

export type MailServerService = ReturnType<typeof createMailServerService>;

export function createMailServerService(deps: Deps) {
  const context: Context = { ...deps, open: undefined };
  return {
    current: () => currentMailer(context),
    isConfigured: async () => (await currentMailer(context)) !== undefined,
    get: () => get(deps),
    put: (admin: { email: string }, change: MailServerChange) => put(deps, admin, change),
    remove: (admin: { email: string }) => remove(deps, admin),
    test: (mail: OutgoingMail, change?: MailServerChange) => test(deps, mail, change),
    close: () => context.open?.mailer.close(),
  };
}

/** Undefined without a mail server, and while the password of the stored one cannot be decrypted. */
async function currentMailer(context: Context): Promise<Mailer | undefined> {
  const { db, fromEnvironment: fixed, publicUrl } = context;
  if (fixed) return fixed === 'off' ? undefined : openMailer(context, fixed.url, { ...fixed, publicUrl });
  const row = await repository.findServer(db);
  const server = row && (await serverOf(context, row));
  if (row && server)
    return openMailer(context, JSON.stringify(row), { ...server, from: row.sender, publicUrl });
  context.open?.mailer.close();
  context.open = undefined;
  return undefined;
}

function openMailer(context: Context, key: string, options: Parameters<typeof createSmtpMailer>[0]): Mailer {
  if (context.open?.key !== key) {
    // Emails that are being sent are sent nevertheless.
    context.open?.mailer.close();
    context.open = { key, mailer: createSmtpMailer(options) };
  }
  return context.open.mailer;
}

/** Returns undefined if the password cannot be decrypted. */
async function serverOf({ box }: Pick<Deps, 'box'>, row: MailServerRow): Promise<SmtpServer | undefined> {
  const { host, port, security, userName: user, sealedPassword } = row;
  const password = sealedPassword === null ? undefined : await box.open(sealedPassword, purpose);
  if (sealedPassword !== null && password === undefined) return undefined;
  return { host, port, security, user, password };
}

async function get({ db, box, fromEnvironment: fixed }: Deps): Promise<MailServerSettings> {
  if (fixed) return presentFixed(fixed);
  const row = await repository.findServer(db);
  return presentStored(row, row !== undefined && (await serverOf({ box }, row)) !== undefined);
}

/** @throws AppError set_by_environment; validation_failed if a password is missing */
async function put(deps: Deps, admin: { email: string }, change: MailServerChange): Promise<void> {
  const { db, clock, audit, box } = deps;
  refuseFixed(deps);
  const { host, port, security, user, password, from } = change;
  const isGiven = user !== '' && password !== undefined;
  // Outside the transaction, because it may create the file of the secret key.
  const sealed = isGiven ? await box.seal(password, purpose) : undefined;
  await db.transaction().execute(async (trx) => {
    const kept = sealed ?? (await keptPassword(trx, change));
    const updatedAt = isoAt(clock);
    await repository.putServer(trx, {
      ...{ host, port, security, userName: user, sealedPassword: kept, sender: from, updatedAt },
    });
    const detail = {
      mailServer: `${host}:${port}`,
      security,
      user,
      from,
      ...(isGiven && { password: 'set' }),
    };
    const detailText = JSON.stringify(detail);
    await audit.write(trx, { action: 'settings_changed', actor: admin.email, detail: detailText });
  });
}

/**
 * Returns the stored password for the same server and user. With another server it would be sent to whoever runs that one.
 * @throws AppError validation_failed if there is none, but a user
 */
async function keptPassword(trx: Db | Trx, { host, user }: MailServerChange): Promise<string | null> {
  if (user === '') return null;
  const row = await repository.findServer(trx);
  if (row?.sealedPassword && row.host === host && row.userName === user) return row.sealedPassword;
  const message = row?.sealedPassword
    ? 'must be entered again for another server or user'
    : 'is required with a user';
  throw new AppError('validation_failed', 'The password of the mail server is missing', {
    issues: [{ path: 'password', message }],
  });
}

/** @throws AppError set_by_environment */
async function remove(deps: Deps, admin: { email: string }): Promise<void> {
  const { db, audit } = deps;
  refuseFixed(deps);
  await db.transaction().execute(async (trx) => {
    if (!(await repository.deleteServer(trx))) return;
    const detail = JSON.stringify({ mailServer: 'removed' });
    await audit.write(trx, { action: 'settings_changed', actor: admin.email, detail });
  });
}

/** @throws AppError validation_failed if a password is missing, or nothing is given and nothing is set */
async function test(deps: Deps, mail: OutgoingMail, change?: MailServerChange): Promise<MailTest> {
  const options = await testedServer(deps, change);
  try {
    await trySmtp(options, mail);
    return { to: mail.to, problem: null, answer: null };
  } catch (error) {
    return { to: mail.to, ...problemOf(error as Error) };
  }
}

async function testedServer(deps: Deps, change?: MailServerChange): Promise<Parameters<typeof trySmtp>[0]> {
  const { db, box, fromEnvironment: fixed, publicUrl } = deps;
  if (fixed && fixed !== 'off') return { ...fixed, publicUrl };
  if (!change || fixed) throw new AppError('validation_failed', 'There is no mail server to test');
  const { password, from, ...server } = change;
  if (password !== undefined || server.user === '') return { ...server, password, from, publicUrl };
  const sealed = await keptPassword(db, change);
  const kept = sealed === null ? undefined : await box.open(sealed, purpose);
  return { ...server, password: kept, from, publicUrl };
}

function refuseFixed({ fromEnvironment }: Deps): void {
  if (!fromEnvironment) return;
  throw new AppError('set_by_environment', 'This is set by the environment and can’t be changed here.');
}

const maxAnswerLength = 500;

/** Says what is wrong with a mail server, from the error of a delivery. */
function problemOf(error: NodemailerError): { problem: MailProblem; answer: string | null } {
  const problem = connectionProblem(error) ?? replyProblem(error) ?? 'other';
  // The words of the operating system add nothing to these problems.
  const isPlain = ['host_unknown', 'refused', 'unreachable', 'timeout', 'no_greeting'].includes(problem);
  const said = error.response ?? (isPlain ? '' : error.message);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the server may send anything
  const answer = said.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return { problem, answer: answer.slice(0, maxAnswerLength) || null };
}

function connectionProblem(error: NodemailerError): MailProblem | undefined {
  const { code, message, originalCode, timeoutType } = error;
  if (/certificate|altnames/i.test(message)) return 'certificate';
  if (code === 'EDNS') return 'host_unknown';
  if (originalCode === 'ECONNREFUSED') return 'refused';
  if (originalCode === 'EHOSTUNREACH' || originalCode === 'ENETUNREACH') return 'unreachable';
  if (timeoutType === 'GREETING_TIMEOUT') return 'no_greeting';
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'timeout';
  if (code === 'ETLS' || originalCode?.startsWith('ERR_SSL') || originalCode === 'EPROTO')
    return 'encryption';
  return undefined;
}

function replyProblem({ code, command = '', response = '', responseCode }: NodemailerError) {
  if (/starttls/i.test(response)) return 'encryption';
  if (responseCode === 530) return 'login_required';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login';
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  return response ? 'message' : undefined;
}

/** The mail server as admins see it: never with its password. */
function presentFixed(fixed: NonNullable<Config['smtp']>): MailServerSettings {
  if (fixed === 'off')
    return { source: 'environment', server: null, hasPassword: false, isPasswordReadable: true };
  const { protocol, hostname, port, username, password, searchParams } = new URL(fixed.url);
  const isTls = protocol === 'smtps:';
  const isRequired = searchParams.get('requireTLS') === 'true';
  const isIgnored = searchParams.get('ignoreTLS') === 'true';
  const plain = isIgnored ? 'none' : 'auto';
  return {
    source: 'environment',
    server: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (isTls ? 465 : 587),
      security: isTls ? 'tls' : isRequired ? 'starttls' : plain,
      user: decodeURIComponent(username),
      from: fixed.from,
    },
    hasPassword: password !== '',
    isPasswordReadable: true,
  };
}

function presentStored(row: MailServerRow | undefined, isReadable: boolean): MailServerSettings {
  if (!row) return { source: 'none', server: null, hasPassword: false, isPasswordReadable: true };
  const { host, port, security, userName: user, sender: from, sealedPassword } = row;
  return {
    source: 'settings',
    server: { host, port, security, user, from },
    hasPassword: sealedPassword !== null,
    isPasswordReadable: isReadable,
  };
}
