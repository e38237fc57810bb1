// The columns of the admin's table of games, and what a game may lack. Without zod, because the page imports this file.

/** The columns that the table can be sorted by. */
export const adminGameColumns = [
  'title',
  'platforms',
  'size',
  'year',
  'developer',
  'match',
  'added',
  'downloads',
] as const;

export type AdminGameColumn = (typeof adminGameColumns)[number];

/** What a game may lack. `file`: it has no platform file, or one is missing on the disk. `match`: it is not matched. */
export const lackables = ['cover', 'description', 'year', 'file', 'match'] as const;

export type Lackable = (typeof lackables)[number];
