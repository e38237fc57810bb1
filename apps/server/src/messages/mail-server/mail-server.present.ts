// The mail server as admins see it: never with its password.
import type { MailServerSettings } from '@cellar/contract/messages/mail-server.ts';
import type { Config } from '#start/config.ts';
import type { MailServerRow } from './mail-server.repository.ts';

export function presentFixed(fixed: NonNullable<Config['smtp']>): MailServerSettings {
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

export function presentStored(row: MailServerRow | undefined, isReadable: boolean): MailServerSettings {
  if (!row) return { source: 'none', server: null, hasPassword: false, isPasswordReadable: true };
  const { host, port, security, userName: user, sender: from, sealedPassword } = row;
  return {
    source: 'settings',
    server: { host, port, security, user, from },
    hasPassword: sealedPassword !== null,
    isPasswordReadable: isReadable,
  };
}
