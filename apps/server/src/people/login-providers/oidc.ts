// What the parts of logging in through providers share.

import type { Language } from '@cellar/contract/people/accounts.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { AppError } from '#http/errors.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import { hashToken } from '#platform/tokens.ts';
import type { AccountLinks } from '../accounts/account-links.service.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { UsersService } from '../members/users.service.ts';
import type { LoginProvidersService, LoginWays, Provider } from './login-providers.service.ts';
import { insertLogin, type LoginRow } from './oidc.repository.ts';
import { discover, loadClient, type ProviderHttp } from './provider-client.ts';

export interface OidcDeps extends Pick<Base, 'db' | 'clock' | 'log' | 'box' | 'publicUrl' | 'limiter'> {
  http: ProviderHttp;
  providers: LoginProvidersService;
  loginWays: LoginWays;
  users: UsersService;
  auth: AuthService;
  links: AccountLinks;
  mails: MailsService;
  audit: AuditService;
}

/** What the secret box seals. */
export const loginPurpose = 'login at a provider';
export const resultPurpose = 'result of a login';
export const logoutPurpose = 'logout at a provider';

// Sends a browser to a provider.

const lifetimeMs = 10 * minuteMs;

export interface Beginning {
  purpose: LoginRow['purpose'];
  browserHash: string;
  /** Of the site, without a slash at the end. */
  siteUrl: string;
  returnTo: string;
  language: Language;
  userId?: string;
  sessionHash?: string;
}

const callbackPath = '/api/auth/oidc/callback';

/** The one address that is registered at all providers. */
export const redirectUriOf = (siteUrl: string) => siteUrl + callbackPath;
export const siteUrlIn = (redirectUri: string) => redirectUri.slice(0, -callbackPath.length);
/** Where providers send the browser after they have ended their session. */
export const logoutUriOf = (siteUrl: string) => `${siteUrl}/login`;

/** Returns the address to send the browser to. @throws errors of openid-client if the provider can't be reached */
export async function beginLogin(deps: OidcDeps, provider: Provider, beginning: Beginning): Promise<string> {
  const { db, clock, box, http } = deps;
  const client = await loadClient();
  const config = await discover(http, provider);
  if (!config.serverMetadata().authorization_endpoint) throw new Error('there is no authorization endpoint');
  const [state, nonce, verifier] = [
    client.randomState(),
    client.randomNonce(),
    client.randomPKCECodeVerifier(),
  ];
  const { siteUrl, userId = null, sessionHash = null, ...kept } = beginning;
  const redirectUri = redirectUriOf(siteUrl);
  await insertLogin(db, {
    ...kept,
    ...{ userId, sessionHash, redirectUri },
    stateHash: hashToken(state),
    providerId: provider.id,
    sealed: await box.seal(JSON.stringify({ nonce, verifier }), loginPurpose),
    createdAt: isoAt(clock),
    expiresAt: isoAt(clock, lifetimeMs),
  });
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopesOf(provider),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ state, nonce },
    ui_locales: kept.language,
    // OpenID Connect Core 1.0 section 3.1.2.1: the person must log in there again.
    ...(kept.purpose === 'confirm' && { prompt: 'login', max_age: '0' }),
  });
  return url.href;
}

function scopesOf({ scopes }: Provider): string {
  return [...new Set(['openid', 'profile', 'email', ...scopes.split(' ').filter(Boolean)])].join(' ');
}

/** For callers that answer with an error instead of a page. */
export function providerFailed(label: string): AppError {
  return new AppError(
    'login_provider_failed',
    `${label} does not answer as expected. Please try again later.`,
  );
}
