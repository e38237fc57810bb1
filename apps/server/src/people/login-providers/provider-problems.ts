// Says in plain words what is wrong with a provider.
import type { ProviderProblem, ProviderTest } from '@cellar/contract/people/login-providers.ts';
import type { LoginProblem } from '@cellar/contract/people/rules/login-providers.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import type { Provider } from './login-providers.service.ts';
import { discover, IssuerDiffers, type ProviderHttp } from './provider-client.ts';

type Problem = Pick<ProviderTest, 'problem' | 'detail'>;

const maxDetail = 300;

/** Fetches the provider's configuration. */
export async function testProvider(
  http: ProviderHttp,
  address: Pick<Provider, 'issuer' | 'allowsPrivate'>,
): Promise<ProviderTest> {
  try {
    const server = (await discover(http, address)).serverMetadata();
    const problem = missingIn(server);
    return { problem, detail: null, canLogOut: server.end_session_endpoint !== undefined };
  } catch (error) {
    const { problem, detail } = problemOf(error, address);
    return { problem, detail: detail?.slice(0, maxDetail) ?? null, canLogOut: false };
  }
}

interface Metadata {
  authorization_endpoint?: string;
  token_endpoint?: string;
  response_types_supported?: string[];
  id_token_signing_alg_values_supported?: string[];
}

function missingIn(server: Metadata): ProviderProblem | null {
  if (!server.authorization_endpoint) return 'no_authorization';
  if (!server.token_endpoint) return 'no_token';
  if (server.response_types_supported?.includes('code') === false) return 'no_code_flow';
  const algorithms = server.id_token_signing_alg_values_supported ?? ['RS256'];
  // HS256 signs with the client's secret, so its signatures prove nothing to anyone else; openid-client refuses them.
  return algorithms.every((name) => /^(HS|none)/.test(name)) ? 'no_signing_key' : null;
}

function problemOf(error: unknown, { issuer }: Pick<Provider, 'issuer'>): Problem {
  if (error instanceof IssuerDiffers) return { problem: 'issuer_differs', detail: error.message };
  const failure = causesOf(error).find((cause) => cause instanceof FetchFailure);
  if (failure) return { problem: problemOfFetch(failure), detail: failure.message };
  const code = codeOf(error);
  if (code === 'OAUTH_HTTP_REQUEST_FORBIDDEN') return { problem: 'no_https', detail: null };
  if (code === 'OAUTH_TIMEOUT') return { problem: 'timeout', detail: null };
  const response = causesOf(error).find((cause) => cause instanceof Response);
  if (response) {
    const isAbsent = response.status === 404 || response.status === 410;
    const problem = isAbsent ? 'not_found' : response.status >= 500 ? 'unreachable' : 'not_a_provider';
    return { problem, detail: `${new URL(issuer).host}: ${response.status}` };
  }
  return { problem: 'not_a_provider', detail: messageOf(error) };
}

function problemOfFetch({ kind, message }: FetchFailure): ProviderProblem {
  if (kind === 'refused_address') return /https/.test(message) ? 'no_https' : 'private_address';
  if (kind === 'timeout') return 'timeout';
  return kind === 'too_large' ? 'not_a_provider' : 'unreachable';
}

/** Why a login failed, from an error of openid-client. */
export function loginProblemOf(error: unknown): LoginProblem {
  const failure = causesOf(error).find((cause) => cause instanceof FetchFailure);
  if (failure) return failure.kind === 'too_large' ? 'provider_refused' : 'provider_away';
  const code = codeOf(error);
  if (code === 'OAUTH_TIMEOUT') return 'provider_away';
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return problemOfAnswer(error);
  const response = causesOf(error).find((cause) => cause instanceof Response);
  return response && response.status >= 500 ? 'provider_away' : 'provider_refused';
}

/** RFC 6749 section 4.1.2.1. */
function problemOfAnswer(error: unknown): LoginProblem {
  const { error: answer } = error as { error?: string };
  if (answer === 'access_denied') return 'canceled';
  return answer === 'server_error' || answer === 'temporarily_unavailable'
    ? 'provider_away'
    : 'provider_refused';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}

/** The error and its causes. */
function causesOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && found.length < 8; ) {
    found.push(at);
    at = typeof at === 'object' && 'cause' in at ? at.cause : undefined;
  }
  return found;
}
