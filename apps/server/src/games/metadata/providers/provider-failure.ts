// The error for a provider that can't be asked or responds in an unexpected way. Its message can be shown to an admin.
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import type { FailureKind, FetchFailure } from '#platform/fetch-failure.ts';

export class ProviderFailure extends Error {
  readonly source: ProviderId;
  /** `paused`: the provider was not asked. */
  readonly kind: FailureKind | 'paused';
  /** When the provider may be asked again. Null if immediately. */
  readonly retryAt: string | null;

  constructor(source: ProviderId, kind: FailureKind | 'paused', message: string, retryAt: string | null) {
    super(message);
    this.source = source;
    this.kind = kind;
    this.retryAt = retryAt;
  }
}

/** Returns the message for a caller's timeout. */
export function tooSlow(name: string): string {
  return `${name} takes too long. Try again later.`;
}

/** Returns a message that explains the problem and what to do about it. */
export function explain(name: string, failure: FetchFailure, isMirror: boolean): string {
  const where = `${failure.message}.`;
  const otherwise = isMirror ? 'Check the mirror’s address.' : 'Try again later.';
  switch (failure.kind) {
    case 'unreachable':
      return `${name} can’t be reached: ${where} ${otherwise}`;
    case 'timeout':
      return `${name} is too slow: ${where} Try again later.`;
    case 'rate_limited':
      return `${name} received too many requests: ${where} Requests resume automatically after the pause.`;
    case 'unauthorised':
      return `${name} does not accept the key: ${where} Check the keys in Admin Settings.`;
    case 'refused_address':
      return `${name} is not contacted: ${where} ${otherwise}`;
    case 'too_large':
    case 'not_found':
    case 'bad_answer':
      return `${name} sent an unexpected response: ${where} ${otherwise}`;
  }
}
