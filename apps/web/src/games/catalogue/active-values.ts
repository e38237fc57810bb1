// The values that a list is filtered by, apart from the search text.
import type { GameList } from '../games.queries.ts';

export const filterGroups = ['platform', 'genre', 'decade', 'size', 'players', 'mine', 'hide'] as const;

export type FilterGroup = (typeof filterGroups)[number];

export type ActiveValue = { group: FilterGroup; value: string } | { group: 'added'; value: 'new' };

export function activeValues(list: GameList): ActiveValue[] {
  const values = filterGroups.flatMap((group) =>
    list[group].map((value): ActiveValue => ({ group, value: String(value) })),
  );
  return list.added === '' ? values : [...values, { group: 'added', value: list.added }];
}

/** Returns the change that adds a value, or removes it. */
export function toggled(list: GameList, { group, value }: ActiveValue): Partial<GameList> {
  if (group === 'added') return { added: list.added === '' ? 'new' : '' };
  const values: readonly (string | number)[] = list[group];
  const others = values.filter((one) => String(one) !== value);
  return { [group]: others.length < values.length ? others : [...values, value] };
}
