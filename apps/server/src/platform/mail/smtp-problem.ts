// Says what is wrong with a mail server, from the error of a delivery.
import type { MailProblem } from '@cellar/contract/messages/mail-server.ts';
import type { NodemailerError } from 'nodemailer';

const maxAnswerLength = 500;

export function problemOf(error: NodemailerError): { problem: MailProblem; answer: string | null } {
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
