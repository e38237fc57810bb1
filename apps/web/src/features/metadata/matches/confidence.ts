// How certain a match is, in words and as a number. Used wherever a match is shown.

export type Certainty = 'sure' | 'likely' | 'possible' | 'doubtful';

export function certaintyOf(confidence: number): Certainty {
  if (confidence >= 0.9) return 'sure';
  if (confidence >= 0.7) return 'likely';
  return confidence >= 0.45 ? 'possible' : 'doubtful';
}

/** Never more than it is: 99.6 % is not 100 %. */
export function percentOf(confidence: number, language: string): string {
  const share = Math.floor(Math.min(1, Math.max(0, confidence)) * 100) / 100;
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** Whole where it is short; else cut between words where one ends near enough, with three dots in place of the last marks. */
export function cutSummary(summary: string, max: number): string {
  const text = summary.replace(/\s+/g, ' ').trim();
  const letters = Array.from(text);
  if (letters.length <= max) return text;
  const cut = letters.slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  const kept = space > max / 2 ? cut.slice(0, space) : cut;
  return `${kept.replace(/[\s.,;:!?…–-]+$/, '')}…`;
}
