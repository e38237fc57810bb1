// Chooses the initial language of the page, and changes it without a reload.
import type { Language } from '@cellar/contract/people/accounts.ts';
import { loadOnce, loadWithRetries } from '#lib/lazy-code.ts';
import { stored } from '#lib/stored.ts';
import { i18n } from './i18n.ts';
import { isLanguage, languages } from './languages.ts';
import { textsByFeature } from './texts-by-feature.ts';

const storage = stored('cellar-language');

/** Texts that are loaded together: those of one file per language in groups/. */
export type TextGroup =
  | 'members'
  | 'home'
  | 'filters'
  | 'login'
  | 'game'
  | 'genres'
  | 'game-parts'
  | 'account'
  | 'requests'
  | 'alerts'
  | 'security'
  | 'oidc'
  | 'collections'
  | 'uploads'
  | 'admin';

interface Group {
  texts: Record<string, object>;
}

/** `others`: the other groups of the language. They are listed there, because seven lists would make the first load larger. */
interface FirstGroup extends Group {
  others: Record<string, () => Promise<Group>>;
}

const firstGroups = import.meta.glob<FirstGroup>('./groups/*-members.ts');

let wanted: Language = 'en';

/** The groups of texts that the page has needed so far. */
const needed = new Set<TextGroup>(['members']);

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
    await loadTexts(language);
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

/** Loads texts of a part of the page. Retries until they are loaded. */
export function addTexts(group: TextGroup): Promise<void> {
  return loadWithRetries(() => addTextsOnce(group));
}

/** Like `addTexts`, but without retries. Rejects if the texts cannot be loaded. */
export async function addTextsOnce(group: TextGroup): Promise<void> {
  needed.add(group);
  // Until the language changes, the page shows the current one.
  await Promise.all([loadGroup(currentLanguage(), group), loadGroup(wanted, group)]);
}

const added = new Set<string>();

async function loadTexts(language: Language): Promise<void> {
  await Promise.all([...needed].map((group) => loadGroup(language, group)));
}

async function loadGroup(language: Language, group: TextGroup): Promise<void> {
  const key = `${language} ${group}`;
  if (added.has(key)) return;
  const texts = await importTexts(language.toLowerCase(), group);
  const bundles = language === 'en' ? texts : textsByFeature(texts);
  for (const [feature, bundle] of Object.entries(bundles)) i18n.addResourceBundle(language, feature, bundle);
  added.add(key);
}

async function importTexts(language: string, group: TextGroup): Promise<Record<string, object>> {
  const first = await load(firstGroups[`./groups/${language}-members.ts`]);
  if (group === 'members') return first.texts;
  return (await load(first.others[`./${language}-${group}.ts`])).texts;
}

function load<Part>(importPart: (() => Promise<Part>) | undefined): Promise<Part> {
  if (!importPart) throw new Error('There are no such texts');
  return loadOnce(importPart);
}
