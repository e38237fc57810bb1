import { expect, it } from 'vitest';
import type { RankedCandidate } from '../matching/find-match.ts';
import { mergeRanked, packMatches, unpackMatches } from './match-candidates.service.ts';

function ranked(title: string, confidence: number): RankedCandidate {
  const facts = { alternativeTitles: [], year: null, platforms: [], summary: '', coverUrls: [] };
  const makers = { developer: null, publisher: null };
  const candidate = { source: 'steam' as const, id: String(title.length), title, ...facts, ...makers };
  return { candidate, confidence, reasons: ['someWords'] };
}

it('the candidates of a match omit games that share only a word or two', () => {
  const found = mergeRanked(
    [ranked('Portal', 1), ranked('Portal Knights', 0.2), ranked('Gate', 0.19)],
    ['steam'],
  );
  expect(found.map(({ name }) => name)).toEqual(['Portal', 'Portal Knights']);
  expect(unpackMatches(packMatches(found))).toEqual(found);
});
