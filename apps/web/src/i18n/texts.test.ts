// The languages must say the same things: every key, every placeholder, in words of their own.
import { languages as contractLanguages } from '@cellar/contract/accounts.ts';
import { errorStatus } from '@cellar/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { languages } from './languages.ts';
import { textsByFeature } from './texts-by-feature.ts';

type Texts = Record<string, string>;

const files = import.meta.glob<object>('./{en,es,fr}/*.json', { eager: true, import: 'default' });

/** Names and signs that are the same in more than one language. */
const sameWords = new Set([
  ...[
    'SHA-256',
    'Genre',
    'Genres',
    'Notifications',
    'Administration',
    'Version',
    'Total',
    'Invitations',
    'Invitation',
    'Instructions',
    'Trainer',
    'Trainers',
    'Mod',
    'Mods',
  ],
  ...['Admin', 'Page', 'Message', 'Action', 'Date', 'Spam', 'Cellar', 'Windows', 'Mac', 'Linux', 'Port'],
  ...['Ctrl', 'Ctrl K', 'Esc'],
]);

function flatten(value: object, prefix = ''): Texts {
  const pairs = Object.entries(value).map(([key, inner]) =>
    typeof inner === 'string' ? { [prefix + key]: inner } : flatten(inner, `${prefix}${key}.`),
  );
  return Object.assign({}, ...pairs);
}

const textsOf = (language: string, file: string) => flatten(files[`./${language}/${file}`] ?? {});
const englishFiles = Object.keys(files)
  .filter((path) => path.startsWith('./en/'))
  .map((path) => path.slice('./en/'.length));

const plural = /_(zero|one|two|few|many|other)$/;

/** The keys a language needs for these English ones: a form for each of its own plurals. */
function wantedKeys(english: Texts, language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = Object.keys(english).flatMap((key) =>
    plural.test(key) ? forms.map((form) => key.replace(plural, `_${form}`)) : [key],
  );
  return [...new Set(keys)].sort();
}

const placeholders = (text: string) => (text.match(/\{\{[^}]+\}\}/g) ?? []).sort();

/** Of a plural every form in English has the same ones. */
function englishOf(english: Texts, key: string): string {
  return english[key] ?? english[key.replace(plural, '_other')] ?? '';
}

/** What is left is words: without placeholders, digits and signs. */
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replace(/\{\{[^}]+\}\}/g, ''));

describe('the languages', () => {
  it('are those of the contract', () => {
    expect(languages).toEqual(contractLanguages);
  });

  it.each(['es', 'fr'])('have no file in %s that English has not', (language) => {
    const own = Object.keys(files).filter((path) => path.startsWith(`./${language}/`));
    expect(own.map((path) => path.slice(language.length + 3)).sort()).toEqual(englishFiles.sort());
  });

  it('never begin a line with a mark that French sets a space before', () => {
    const texts = JSON.stringify(textsByFeature(files));
    expect(texts).toContain('Téléchargement lancé\u00a0: {{title}}');
    expect(texts).toContain('«\u00a0{{title}}\u00a0»\u00a0?');
    expect(texts).not.toMatch(/ [:;!?»%]|« /);
  });

  it('have a text for every error of the contract, and for no other', () => {
    expect(Object.keys(textsOf('en', 'errors.json')).sort()).toEqual(
      ['field', ...Object.keys(errorStatus)].sort(),
    );
  });
});

describe.each(englishFiles)('%s', (file) => {
  const english = textsOf('en', file);

  it('has no empty text', () => {
    for (const language of languages) {
      const empty = Object.entries(textsOf(language, file)).filter(([, text]) => text.trim() === '');
      expect(empty, language).toEqual([]);
    }
  });

  it.each(['es', 'fr'])('has the same keys in %s', (language) => {
    expect(Object.keys(textsOf(language, file)).sort()).toEqual(wantedKeys(english, language));
  });

  it.each(['es', 'fr'])('has the same placeholders in %s', (language) => {
    for (const [key, text] of Object.entries(textsOf(language, file)))
      expect(placeholders(text), key).toEqual(placeholders(englishOf(english, key)));
  });

  it.each(['es', 'fr'])('is translated into %s', (language) => {
    const untranslated = Object.entries(textsOf(language, file)).filter(
      ([key, text]) => text === englishOf(english, key) && hasWords(text) && !sameWords.has(text),
    );
    expect(untranslated).toEqual([]);
  });
});
