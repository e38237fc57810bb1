// The access token for IGDB, from Twitch's client credentials grant. It is reused until shortly before it expires.
// https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#client-credentials-grant-flow
import { z } from 'zod';
import { FetchFailure } from '#platform/fetch-failure.ts';
import { lineOrNull, numberOrNull, readAnswer } from './facts.ts';
import { fetchOptions, type SourceHttp } from './provider.ts';

export interface TwitchKeys {
  clientId: string;
  clientSecret: string;
}

const tokenAnswer = z.object({ access_token: lineOrNull(500), expires_in: numberOrNull });

/** A token is renewed this long before it expires. */
const earlyMs = 60_000;
/** The lifetime of a token if the response does not state it. */
const defaultSeconds = 3_600;

export function createTwitchTokens({ http, url }: { http: SourceHttp; url: string }) {
  let current: { keys: TwitchKeys; token: Promise<string>; endsAt: number } | undefined;

  async function fetchToken({
    clientId,
    clientSecret,
  }: TwitchKeys): Promise<{ token: string; endsAt: number }> {
    // The secret is in the body, because URLs appear in logs.
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    // A caller's signal must not abort this request, because other callers may wait for the same token.
    const answer = await http
      .fetchJson(url, { ...fetchOptions, method: 'POST', headers, body: body.toString() })
      .catch((error) => {
        throw asWrongKey(error);
      });
    const { access_token: token, expires_in: seconds } = readAnswer(tokenAnswer, answer, url);
    if (!token) throw new FetchFailure('bad_answer', new URL(url).host, 'sent no token');
    return { token, endsAt: Date.now() + (seconds ?? defaultSeconds) * 1000 - earlyMs };
  }

  function renew(keys: TwitchKeys): Promise<string> {
    const entry = { keys, endsAt: Number.POSITIVE_INFINITY, token: Promise.resolve('') };
    entry.token = fetchToken(keys).then(
      ({ token, endsAt }) => {
        entry.endsAt = endsAt;
        return token;
      },
      (error) => {
        if (current === entry) current = undefined;
        throw error;
      },
    );
    current = entry;
    return entry.token;
  }

  return {
    /** @throws FetchFailure, of kind `unauthorised` if Twitch does not accept the keys */
    get(keys: TwitchKeys): Promise<string> {
      const isOurs =
        current?.keys.clientId === keys.clientId && current.keys.clientSecret === keys.clientSecret;
      return current && isOurs && current.endsAt > Date.now() ? current.token : renew(keys);
    },

    /** Discards a refused token, unless it has been replaced already. The next `get` then fetches a new one. */
    async forget(token: string): Promise<void> {
      const entry = current;
      if (entry && (await entry.token.catch(() => token)) === token && current === entry) current = undefined;
    },
  };
}

/** Twitch responds with 400 `invalid client` to a wrong id, and with 403 `invalid client secret` to a wrong secret. */
function asWrongKey(error: unknown): unknown {
  if (!(error instanceof FetchFailure) || error.status !== 400) return error;
  return new FetchFailure('unauthorised', error.host, 'does not know the client id', {
    status: 400,
    answer: error.answer,
    cause: error,
  });
}
