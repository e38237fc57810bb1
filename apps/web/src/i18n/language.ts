// Chooses the initial language of the page, and changes it without a reload.
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyComponent, loadOnce, loadWithRetries } from '#lib/lazy-code.ts';
import { stored } from '#lib/stored.ts';
import { i18n } from './i18n.ts';

const storage = stored('cellar-language');

/** Each group needs those before it: a page for admins also shows texts for members. */
const groups = ['first', 'member', 'contribute', 'admin'] as const;
export type TextGroup = (typeof groups)[number];

/** A file has the texts of a group in a language, by namespace. */
const files = import.meta.glob<Texts>('./*/*.json', { import: 'default' });

interface Texts {
  [key: string]: string | Texts;
}

let wanted: Language = 'en';

/** The last group that the page has needed so far. */
let needed: TextGroup = 'first';

/** Returns the language chosen in this browser, otherwise the first supported language of the browser's settings. */
export function firstLanguage(): Language {
  const remembered = storage.get();
  if (isLanguage(remembered)) return remembered;
  const known = navigator.languages.map((tag) => languages.find((name) => isSameLanguage(name, tag)));
  return known.find(isLanguage) ?? 'en';
}

/** Ignores regions: Portuguese of any country is shown as Brazilian. */
function isSameLanguage(name: Language, tag: string): boolean {
  return name.slice(0, 2) === tag.slice(0, 2).toLowerCase();
}

/** Switches the whole page. If the texts cannot be loaded, changes nothing and returns false. */
export async function setLanguage(language: Language): Promise<boolean> {
  wanted = language;
  try {
    await loadTexts(language, needed);
  } catch (error) {
    console.warn(`The texts of the language "${language}" could not be loaded`, error);
    // Pages loaded later use the current language, unless another was chosen in the meantime.
    if (wanted === language) wanted = currentLanguage();
    return false;
  }
  // Another language may have been chosen during the download.
  if (wanted !== language) return true;
  storage.set(language);
  document.documentElement.lang = language;
  if (i18n.language !== language) await i18n.changeLanguage(language);
  return true;
}

export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : 'en';
}

/** Loads the texts up to this group. Retries until they are loaded. */
export function addTexts(group: TextGroup): Promise<void> {
  return loadWithRetries(() => addTextsOnce(group));
}

/**
 * Like `addTexts`, but without retries. Rejects if the texts cannot be loaded. `next` is the language that the page is
 * about to have.
 */
export async function addTextsOnce(group: TextGroup, next = wanted): Promise<void> {
  if (groups.indexOf(group) > groups.indexOf(needed)) needed = group;
  // Until the language changes, the page shows the current one.
  await Promise.all([loadTexts(currentLanguage(), group), loadTexts(next, group)]);
}

/** Like `lazyComponent`, but also loads the texts up to this group. */
// biome-ignore lint/suspicious/noExplicitAny: any props, as for React's own `lazy`
export function lazyWithTexts<Late extends ComponentType<any>>(
  load: () => Promise<Late>,
  group: TextGroup,
): LazyExoticComponent<Late> {
  return lazyComponent(async () => {
    const [late] = await Promise.all([load(), addTextsOnce(group)]);
    return late;
  });
}

const added = new Set<string>();

async function loadTexts(language: Language, last: TextGroup): Promise<void> {
  await Promise.all(groups.slice(0, groups.indexOf(last) + 1).map((group) => loadGroup(language, group)));
}

async function loadGroup(language: Language, group: TextGroup): Promise<void> {
  const path = `./${language}/${group}.json`;
  if (added.has(path)) return;
  const load = files[path];
  if (!load) throw new Error('There are no such texts');
  const texts = withoutBreaks(await loadOnce(load));
  for (const [namespace, bundle] of Object.entries(texts))
    i18n.addResourceBundle(language, namespace, bundle);
  added.add(path);
}

/** Replaces the spaces before or after some French and Spanish punctuation marks by no-break spaces. */
export function withoutBreaks(texts: Texts): Texts {
  const pairs = Object.entries(texts).map(([key, inner]) => {
    if (typeof inner !== 'string') return [key, withoutBreaks(inner)];
    return [key, inner.replace(/ (?=[:;!?»%])/g, '\u00a0').replace(/« /g, '«\u00a0')];
  });
  return Object.fromEntries(pairs);
}

// The languages of the page. A test compares them with the contract's.

export const languages = ['de', 'en', 'es', 'fr', 'it', 'pl', 'pt-BR'] as const satisfies readonly Language[];

/** Each language's name in that language, so that users recognize their own. */
export const languageNames: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
};

function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}
