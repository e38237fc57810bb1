// What is thrown when a provider can't be asked or does not answer as it should, in plain words that are ready to show.
// Used by what asks providers; made by guarded-provider.
import type { ProviderId } from '@cellar/contract/metadata.ts';
import type { FailureKind, FetchFailure } from '#platform/fetch-failure.ts';

export class ProviderFailure extends Error {
  readonly source: ProviderId;
  /** `paused`: it was not asked at all. */
  readonly kind: FailureKind | 'paused';
  /** When it may be asked again; null where it may be at once. */
  readonly retryAt: string | null;

  constructor(source: ProviderId, kind: FailureKind | 'paused', message: string, retryAt: string | null) {
    super(message);
    this.source = source;
    this.kind = kind;
    this.retryAt = retryAt;
  }
}

/** Whoever asks has waited long enough. */
export function tooSlow(name: string): string {
  return `${name} takes too long. Try again later.`;
}

/** Plain English for an admin: what is wrong, and what to do about it. */
export function explain(name: string, failure: FetchFailure, isMirror: boolean): string {
  const where = `${failure.message}.`;
  const otherwise = isMirror ? 'Check the mirror’s address.' : 'Try again later.';
  switch (failure.kind) {
    case 'unreachable':
      return `${name} can’t be reached: ${where} ${otherwise}`;
    case 'timeout':
      return `${name} is too slow: ${where} Try again later.`;
    case 'rate_limited':
      return `${name} was asked too often: ${where} It goes on by itself after the pause.`;
    case 'unauthorised':
      return `${name} does not accept the key: ${where} Check the keys in Admin Settings.`;
    case 'refused_address':
      return `${name} is not asked: ${where} ${otherwise}`;
    case 'too_large':
    case 'not_found':
    case 'bad_answer':
      return `${name} answered in an unexpected way: ${where} ${otherwise}`;
  }
}
