// The values of the mail server's form.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type {
  MailSecurity,
  MailServerChange,
  MailServerSettings,
} from '@cellar/contract/messages/emails.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export interface MailServerValues {
  host: string;
  /** As typed. */
  port: string;
  security: MailSecurity | 'auto';
  user: string;
  /** Empty for the stored password. */
  password: string;
  from: string;
}

export const usualPorts: Record<MailSecurity, string> = { starttls: '587', tls: '465', none: '25' };

export function valuesOf({ server }: MailServerSettings): MailServerValues {
  if (!server) {
    return { host: '', port: usualPorts.starttls, security: 'starttls', user: '', password: '', from: '' };
  }
  const { host, port, security, user, from } = server;
  return { host, port: String(port), security, user, password: '', from };
}

export function bodyOf({ port, security, password, ...others }: MailServerValues): MailServerChange {
  return {
    ...others,
    port: Number(port),
    // Only the environment can choose `auto`, and then nothing is sent.
    security: security === 'auto' ? 'starttls' : security,
    ...(password !== '' && { password }),
  };
}

/** The changes when another kind of encryption is chosen. The port follows, unless it is an unusual one. */
export function withSecurity(security: MailSecurity, { port }: Pick<MailServerValues, 'port'>) {
  const isUsual = port === '' || Object.values(usualPorts).includes(port);
  return { security, ...(isUsual && { port: usualPorts[security] }) };
}

export const mailServerQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.mailServer,
    queryFn: ({ signal }) => client.call(adminApi.getMailServer, { signal }),
    // Refetched to show changes by other admins. Unsaved changes stay in the form.
    staleTime: 0,
  });
