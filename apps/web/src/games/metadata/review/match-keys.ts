import type { KeyRow } from '#ui/use-keys.ts';

export const matchKeys = [
  { text: 'matchSelect', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], shown: ['1–9'] },
  { text: 'matchAccept', keys: ['Enter'] },
  { text: 'matchNext', keys: ['n', 'j'] },
  { text: 'matchPrevious', keys: ['k'] },
  { text: 'matchNone', keys: ['x'] },
  { text: 'matchSearch', keys: ['s'] },
  { text: 'matchUndo', keys: ['u'] },
] as const satisfies KeyRow[];
