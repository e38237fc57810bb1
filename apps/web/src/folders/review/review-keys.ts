import type { KeyRow } from '#ui/use-keys.ts';

export const reviewKeys = [
  { text: 'reviewMove', keys: ['ArrowUp', 'ArrowDown', 'k', 'j'], repeats: true },
  // The checkbox itself handles it.
  { text: 'reviewSelect', keys: ['Space'] },
  {
    text: 'reviewExtend',
    keys: ['shift+ArrowUp', 'shift+ArrowDown', 'shift+k', 'shift+j'],
    shown: ['shift+ArrowUp', 'ArrowDown'],
    repeats: true,
  },
  { text: 'reviewTitle', keys: ['e'] },
  { text: 'reviewPlatform', keys: ['p'] },
  { text: 'reviewSkip', keys: ['s'] },
  { text: 'reviewAdd', keys: ['Enter'] },
  { text: 'reviewClear', keys: ['Escape'] },
] as const satisfies KeyRow[];
