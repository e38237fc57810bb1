// The search over all settings.
import { foldText } from '@cellar/contract/rules/sort.ts';

export interface Setting {
  /** The name of the control, as it is on the page. */
  label: string;
  hint?: string | undefined;
  /** More words that lead to it, such as its choices. They are not shown. */
  words?: string | undefined;
}

export interface FoundSetting extends Setting {
  /** The key of its section. */
  section: string;
  sectionLabel: string;
}

interface SearchedSection {
  key: string;
  label: string;
  settings: readonly Setting[];
}

/** Returns the settings in whose texts every word occurs. Those with all words in the label come first. */
export function findSettings(sections: readonly SearchedSection[], search: string): FoundSetting[] {
  const words = foldText(search).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => foldText(text).includes(word));
  const found = sections
    .flatMap(({ key, label, settings }) =>
      settings.map((setting) => ({ ...setting, section: key, sectionLabel: label })),
    )
    .filter(({ label, hint = '', words: more = '', sectionLabel }) =>
      hasAll(`${label} ${hint} ${more} ${sectionLabel}`),
    );
  return found.toSorted((one, other) => Number(hasAll(other.label)) - Number(hasAll(one.label)));
}
