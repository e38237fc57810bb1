// The names of the providers, and match ids in readable form: `Steam 220, IGDB 233`.
import '@cellar/contract/without-eval.ts';
import { entriesOf, matchId } from '@cellar/contract/matches.ts';
import type { ProviderId } from '@cellar/contract/metadata.ts';

/** Provider names are the same in every language. */
export const sourceNames: Record<ProviderId, string> = { steam: 'Steam', igdb: 'IGDB', rawg: 'RAWG' };

export function matchInWords(id: string): string {
  // A later version may have stored a different format.
  if (!matchId.safeParse(id).success) return id;
  return entriesOf(id)
    .map((entry) => `${sourceNames[entry.source]} ${entry.id}`)
    .join(', ');
}
