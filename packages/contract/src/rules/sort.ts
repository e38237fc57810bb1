// The six orders of the games list (specification section 2).

export const sortKeys = [
  'recentlyAddedDesc',
  'recentlyAddedAsc',
  'titleAsc',
  'titleDesc',
  'releaseDateDesc',
  'releaseDateAsc',
] as const;

export type SortKey = (typeof sortKeys)[number];

export const defaultSortKey: SortKey = 'recentlyAddedDesc';

const plainText = /^[ -~]*$/;

/** Letters that Unicode does not take apart, yet a keyboard without them stands in for; and one that has two small forms. */
const stoodFor: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', ς: 'σ' },
};

/** A text as it is compared and sorted: without diacritics, in lower case, with single spaces. */
export function foldText(text: string): string {
  const letters = plainText.test(text) ? text.toLowerCase() : foldLetters(text);
  return letters.replace(/\s+/gu, ' ').trim();
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđħıς]/gu, (letter) => stoodFor[letter] ?? letter);
}

/** What makes two titles the same game: compatibility forms, case and spacing do not tell them apart; accents do. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
