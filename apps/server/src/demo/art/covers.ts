// The design of every cover by the title of its game. Used by seed-demo.ts.
import type { CoverDesign } from './cover.ts';
import { actionCovers } from './covers/action-covers.ts';
import { adventureCovers } from './covers/adventure-covers.ts';
import { arcadeCovers } from './covers/arcade-covers.ts';
import { strategyCovers } from './covers/strategy-covers.ts';

export const coverDesigns: Record<string, CoverDesign> = {
  ...strategyCovers,
  ...actionCovers,
  ...adventureCovers,
  ...arcadeCovers,
};
