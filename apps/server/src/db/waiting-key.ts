// The title keys of games that wait for review. Titles are unique, but a game that waits must not take a title from others: they would
// learn that it exists. A line break separates its title from its owner, and no other title key contains one.
import { titleKey } from '@cellar/contract/rules/sort.ts';

/** `owner`: an id. A second waiting game with the same title and owner is not possible. */
export function waitingKey(title: string, owner: string): string {
  return `${titleKey(title)}\n${owner}`;
}

/** Returns the title key without its owner. */
export function withoutOwner(key: string): string {
  return key.split('\n', 1)[0] ?? '';
}
