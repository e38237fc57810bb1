// The providers by name, and the match a game's facts come from as people read it: `Steam 220, IGDB 233`.
import '@cellar/contract/without-eval.ts';
import { entriesOf, matchId } from '@cellar/contract/matches.ts';
import type { ProviderId } from '@cellar/contract/metadata.ts';

/** Names are the same in every language. */
export const sourceNames: Record<ProviderId, string> = { steam: 'Steam', igdb: 'IGDB', rawg: 'RAWG' };

export function matchInWords(id: string): string {
  // Of a version to come, perhaps: shown as it is.
  if (!matchId.safeParse(id).success) return id;
  return entriesOf(id)
    .map((entry) => `${sourceNames[entry.source]} ${entry.id}`)
    .join(', ');
}
