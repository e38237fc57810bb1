// Two games may not have one title. A waiting game must not reveal that it took one, so its key is title, line break and owner. No other
// title key contains a line break.
import { titleKey } from '@cellar/contract/rules/sort.ts';

/** `owner`: an id. A second waiting game with the same title and owner is not possible. */
export function waitingKey(title: string, owner: string): string {
  return `${titleKey(title)}\n${owner}`;
}

/** Returns the title key without its owner. */
export function withoutOwner(key: string): string {
  return key.split('\n', 1)[0] ?? '';
}
