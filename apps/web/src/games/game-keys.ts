import type { KeyRow } from '#ui/use-keys.ts';

/** Of an open game. */
export const gameKeys = [
  { text: 'step', keys: ['ArrowLeft', 'ArrowRight'], repeats: true },
] as const satisfies KeyRow[];

/** Of the editor, and of an open game that leads to it. */
export const editorKeys = [
  { text: 'edit', keys: ['e'] },
  { text: 'save', keys: ['mod+s'] },
] as const satisfies KeyRow[];
