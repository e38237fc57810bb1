// Formats the confidence and the summary of a match.

export type Certainty = 'sure' | 'likely' | 'possible' | 'doubtful';

export function certaintyOf(confidence: number): Certainty {
  if (confidence >= 0.9) return 'sure';
  if (confidence >= 0.7) return 'likely';
  return confidence >= 0.45 ? 'possible' : 'doubtful';
}

/** Rounds down, so that 99.6 % is not shown as 100 %. */
export function percentOf(confidence: number, language: string): string {
  const share = Math.floor(Math.min(1, Math.max(0, confidence)) * 100) / 100;
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** Shortens a summary to `max` characters, at a word boundary if possible, and appends an ellipsis. */
export function cutSummary(summary: string, max: number): string {
  const text = summary.replace(/\s+/g, ' ').trim();
  const letters = Array.from(text);
  if (letters.length <= max) return text;
  const cut = letters.slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  const kept = space > max / 2 ? cut.slice(0, space) : cut;
  return `${kept.replace(/[\s.,;:!?…–-]+$/, '')}…`;
}
