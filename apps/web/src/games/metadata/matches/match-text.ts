// The parts of a match as text: providers, ids, confidence and summary.
import { entriesOf, matchId } from '@cellar/contract/games/matches.ts';
import type { ProviderId } from '@cellar/contract/games/metadata.ts';

/** Provider names are the same in every language. */
export const providerNames: Record<ProviderId, string> = { steam: 'Steam', igdb: 'IGDB', rawg: 'RAWG' };

/** Returns a match id in readable form: `Steam 220, IGDB 233`. */
export function matchIdText(id: string): string {
  // A later version may have stored a different format.
  if (!matchId.safeParse(id).success) return id;
  return entriesOf(id)
    .map((entry) => `${providerNames[entry.source]} ${entry.id}`)
    .join(', ');
}

export type Certainty = 'sure' | 'likely' | 'possible' | 'doubtful';

export function certaintyOf(confidence: number): Certainty {
  if (confidence >= 0.9) return 'sure';
  if (confidence >= 0.7) return 'likely';
  return confidence >= 0.45 ? 'possible' : 'doubtful';
}

/** Rounds down, so that 99.6 % is not shown as 100 %. */
export function percentOf(confidence: number, language: string): string {
  const share = Math.floor(Math.min(1, Math.max(0, confidence)) * 100) / 100;
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** Shortens a summary to `max` characters, at a word boundary if possible, and appends an ellipsis. */
export function shortenSummary(summary: string, max: number): string {
  const text = summary.replace(/\s+/g, ' ').trim();
  const letters = Array.from(text);
  if (letters.length <= max) return text;
  const cut = letters.slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  const kept = space > max / 2 ? cut.slice(0, space) : cut;
  return `${kept.replace(/[\s.,;:!?…–-]+$/, '')}…`;
}
