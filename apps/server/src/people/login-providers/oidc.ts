// What the parts of logging in through providers share.
import type { FastifyBaseLogger } from 'fastify';
import type { AuditService } from '#admin/audit.service.ts';
import type { Db } from '#db/schema.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Clock } from '#platform/clock.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import type { AccountLinks } from '../accounts/account-links.service.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { UsersService } from '../members/users.service.ts';
import type { LoginProvidersService } from './login-providers.service.ts';
import type { LoginWays } from './login-ways.service.ts';
import type { ProviderHttp } from './provider-client.ts';

export interface OidcDeps {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  box: SecretBox;
  http: ProviderHttp;
  publicUrl: string;
  providers: LoginProvidersService;
  loginWays: LoginWays;
  users: UsersService;
  auth: AuthService;
  links: AccountLinks;
  mails: MailsService;
  audit: AuditService;
  limiter: RateLimiter;
}

/** What the secret box seals. */
export const loginPurpose = 'login at a provider';
export const resultPurpose = 'result of a login';
export const logoutPurpose = 'logout at a provider';
