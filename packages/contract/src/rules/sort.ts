// The orders of the games list (specification section 2), and the comparison of titles.

export const sortKeys = [
  'recentlyAddedDesc',
  'recentlyAddedAsc',
  'titleAsc',
  'titleDesc',
  'releaseDateDesc',
  'releaseDateAsc',
] as const;

export type SortKey = (typeof sortKeys)[number];

/** All orders of the games list. A preference is one of `sortKeys`. This month: the last 30 days. */
export const catalogueSorts = [
  ...sortKeys,
  'mostLiked',
  'mostDownloaded',
  'mostDownloadedThisMonth',
] as const;

export type CatalogueSort = (typeof catalogueSorts)[number];

/** Returns whether this is an order by facts of the games, not by what members do. */
export function isSortKey(sort: string): sort is SortKey {
  return sortKeys.some((key) => key === sort);
}

export const defaultSortKey: SortKey = 'recentlyAddedDesc';

const plainText = /^[ -~]*$/;

/** Letters that Unicode does not decompose, but that people type without their marks. Sigma has two lower-case forms. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

/** Prepares a text for searching and sorting: in lower case, without diacritics, with single spaces. */
export function foldText(text: string): string {
  const letters = plainText.test(text) ? text.toLowerCase() : foldLetters(text);
  return letters.replace(/\s+/gu, ' ').trim();
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđħıς]/gu, (letter) => plainLetters[letter] ?? letter);
}

/**
 * Returns the key of a title. Titles with the same key name the same game. Ignores compatibility forms, case and spacing, but
 * not accents.
 */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
