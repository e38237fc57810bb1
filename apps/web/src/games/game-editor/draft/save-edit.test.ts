import { expect, it } from 'vitest';
import { isMetadata } from './game-draft.ts';

it('treats only facts as metadata, so that a game that gets a cover is still searched for', () => {
  expect(isMetadata(['genres', 'boxArtUrl'])).toBe(true);
  expect(isMetadata(['title', 'description', 'boxArtUrl', 'gameplayImages', 'videos'])).toBe(false);
});
