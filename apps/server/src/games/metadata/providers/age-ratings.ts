// Converts age ratings of all providers to one spelling: `PEGI 16`, `ESRB M`.

/** In order of preference, for games with several ratings. */
const boards = ['PEGI', 'ESRB', 'USK'] as const;

const esrb = new Map([
  ['ec', 'EC'],
  ['e', 'E'],
  ['everyone', 'E'],
  ['e10', 'E10+'],
  ['e10+', 'E10+'],
  ['everyone 10+', 'E10+'],
  ['t', 'T'],
  ['teen', 'T'],
  ['m', 'M'],
  ['mature', 'M'],
  ['ao', 'AO'],
  ['adults only', 'AO'],
]);

/** PEGI ratings in IGDB's older spelling. */
const spelled = new Map([
  ['three', '3'],
  ['seven', '7'],
  ['twelve', '12'],
  ['sixteen', '16'],
  ['eighteen', '18'],
]);

/** Returns the preferred rating, or null if we know none of them. */
export function ageRatingOf(ratings: [board: string | null, rating: string | null][]): string | null {
  for (const board of boards) {
    const rating = ratings.find(([name]) => name?.toUpperCase() === board)?.[1];
    const known = rating && spell(board, rating.trim());
    if (known) return `${board} ${known}`;
  }
  return null;
}

function spell(board: (typeof boards)[number], rating: string): string | undefined {
  if (board === 'ESRB') return esrb.get(rating.toLowerCase());
  return /^(?:(?:PEGI|USK) ?)?(\d{1,2})$/i.exec(rating)?.[1] ?? spelled.get(rating.toLowerCase());
}
