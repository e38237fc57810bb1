// Every language has the same keys and placeholders, and no text was left untranslated.

import { errorStatus } from '@cellar/contract/errors.ts';
import { languages as contractLanguages } from '@cellar/contract/people/accounts.ts';
import { describe, expect, it } from 'vitest';
import { languages, withoutBreaks } from './language.ts';

type Texts = Record<string, string>;

const files = import.meta.glob<Parameters<typeof withoutBreaks>[0]>('./*/*.json', {
  eager: true,
  import: 'default',
});
const translations = languages.filter((language) => language !== 'en');

/** Words that are the same in several languages. A text that consists only of these may equal the English text. */
const sameWords = new Set(
  (
    'Access Account Action Action-Adventure Admin Administration Admins Aliases Backups Casual Cellar Chip Collections ' +
    'Computer Console Contributions Ctrl Database Date Defense Description Details Disc DLC Down Download download Downloads ' +
    'downloads Early Email End Enter Esc Extra extra Extras extras File file Folder Format Franchise Gamepad Genre ' +
    'genre Genres genres Handheld Home Horror Indie Instructions Invitation Invitations item Laptop Linux Log Login Logs ' +
    'Mac Management Manual Menu Message Mod Mods Mystery Name Notifications Novel OK Open Options Page Pages Password ' +
    'Pinball Platform Port Possible Problem problem Publisher Screenshot Screenshots Server SHA-256 Shift Shooter ' +
    'Simulation Simulator Site Soundtrack Soundtracks Spam Sport Sports STARTTLS Status Stealth suggestion ' +
    'suggestions Survival System Tablet Terminal Test TLS Total Tower Trainer Trainers Type Up Update Updates Upload ' +
    'upload Uploads uploads Version Videos Visual vote votes Webhooks Windows World'
  ).split(' '),
);

function flatten(value: object, prefix = ''): Texts {
  const pairs = Object.entries(value).map(([key, inner]) =>
    typeof inner === 'string' ? { [prefix + key]: inner } : flatten(inner, `${prefix}${key}.`),
  );
  return Object.assign({}, ...pairs);
}

const textsOf = (language: string, file: string) => flatten(files[`./${language}/${file}`] ?? {});

/** Errors and genres have no English texts, because the server names them. German stands for them. */
const isNamedByServer = (key: string) => /^(errors(Admin|Security)?|genres)\./.test(key);
const namedByServer = (file: string): Texts =>
  Object.fromEntries(Object.entries(textsOf('de', file)).filter(([key]) => isNamedByServer(key)));
const englishFiles = Object.keys(files)
  .filter((path) => path.startsWith('./en/'))
  .map((path) => path.slice('./en/'.length));

const plural = /_(zero|one|two|few|many|other)$/;

/** Returns the keys without plural suffixes. */
const basesOf = (texts: Texts) =>
  [...new Set(Object.keys(texts).map((key) => key.replace(plural, '')))].sort();

/** Returns the expected keys. A text has either one form, or one for each plural category of the language. */
function wantedKeys(texts: Texts, language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const isPlural = (base: string) =>
    Object.keys(texts).some((key) => key.replace(plural, '') === base && plural.test(key));
  return basesOf(texts)
    .flatMap((base) => (isPlural(base) ? forms.map((form) => `${base}_${form}`) : [base]))
    .sort();
}

/** Finds texts such as `{{count}} files`, which is wrong for 1. Sizes and positions are not counts. */
const numberBeforePlural =
  /\{\{(?:count|total|games|found)[^}]*\}\} (?!plus|más|de plus|en cours|premiers)(?:\p{L}+ )?\p{L}+s(?!\p{L})/u;

const placeholders = (text: string) => (text.match(/\{\{[^}]+\}\}/g) ?? []).sort();

function englishOf(english: Texts, key: string): string {
  const base = key.replace(plural, '');
  return english[key] ?? english[`${base}_other`] ?? english[base] ?? '';
}

/** Returns whether a text that equals the English one was left untranslated. */
function isForgotten(text: string): boolean {
  const words = text.replace(/\{\{[^}]+\}\}/g, '').match(/[\p{L}\d-]{2,}/gu) ?? [];
  return words.some((word) => /\p{L}/u.test(word) && !sameWords.has(word));
}

describe('the languages', () => {
  it('are those of the contract', () => {
    expect(languages).toEqual(contractLanguages);
  });

  it.each(translations)('have no file in %s that English does not have', (language) => {
    const own = Object.keys(files).filter((path) => path.startsWith(`./${language}/`));
    expect(own.map((path) => path.slice(language.length + 3)).sort()).toEqual(englishFiles.sort());
  });

  it('have a no-break space before punctuation marks that French separates with a space', () => {
    const french = Object.entries(files).filter(([path]) => path.startsWith('./fr/'));
    const texts = JSON.stringify(withoutBreaks(Object.fromEntries(french)));
    expect(texts).toContain('Téléchargement lancé\u00a0: {{title}}');
    expect(texts).toContain('«\u00a0{{title}}\u00a0»\u00a0?');
    expect(texts).not.toMatch(/ [:;!?»%]|« /);
  });

  it('have a text for every error of the contract, and for no other', () => {
    const keys = englishFiles.flatMap((file) => Object.keys(textsOf('de', file)));
    const codes = keys.map((key) => /^errors(?:Admin|Security)?\.(\w+)$/.exec(key)?.[1]).filter(Boolean);
    expect(codes.sort()).toEqual(['field', ...Object.keys(errorStatus)].sort());
  });
});

/** Romance languages insert "de" or "di" between numbers from one million and a noun: "1 000 000 de fichiers". */
const millionOf = /(?<=\{\{(?:count|total)[^}]*\}\} )(?:d[ei] |d[’'])(?!estas|ces|plus)/;
const wordAfterNumber = (text: string) => /\{\{(?:count|total)[^}]*\}\} (\p{L}+)/u.exec(text)?.[1];

it.each(['es', 'fr', 'it', 'pt-BR'])(
  'texts for millions have "de" before the noun, and otherwise equal those for other numbers, in %s',
  (language) => {
    const pairs = englishFiles.flatMap((file) => {
      const texts = textsOf(language, file);
      const many = Object.entries(texts).filter(([key]) => key.endsWith('_many'));
      return many.map(([key, text]) => ({ many: text, other: texts[key.replace(plural, '_other')] ?? '' }));
    });
    for (const { many, other } of pairs) expect(many.replace(millionOf, '')).toBe(other);
    const nouns = new Set(
      pairs.filter(({ many }) => millionOf.test(many)).map(({ other }) => wordAfterNumber(other)),
    );
    const without = pairs.filter(({ many }) => !millionOf.test(many) && nouns.has(wordAfterNumber(many)));
    expect(without).toEqual([]);
  },
);

describe.each(englishFiles)('%s', (file) => {
  const english = textsOf('en', file);
  const source = { ...english, ...namedByServer(file) };

  it('has no empty text', () => {
    for (const language of languages) {
      const empty = Object.entries(textsOf(language, file)).filter(([, text]) => text.trim() === '');
      expect(empty, language).toEqual([]);
    }
  });

  it.each(translations)('has the same texts in %s', (language) => {
    expect(basesOf(textsOf(language, file))).toEqual(basesOf(source));
  });

  it.each(languages)('has all forms of its plurals in %s', (language) => {
    const texts = textsOf(language, file);
    expect(Object.keys(texts).sort()).toEqual(wantedKeys(texts, language));
  });

  it.each(languages)('has plural forms for every text with a count in %s', (language) => {
    const counted = Object.entries(textsOf(language, file)).filter(
      ([key, text]) => !plural.test(key) && numberBeforePlural.test(text),
    );
    expect(counted).toEqual([]);
  });

  it.each(translations)('has the same placeholders in %s', (language) => {
    for (const [key, text] of Object.entries(textsOf(language, file))) {
      // A singular may omit its number ("the oldest entry").
      const named = (words: string) =>
        placeholders(words).filter((name) => !(key.endsWith('_one') && /^\{\{count\b/.test(name)));
      expect(named(text), key).toEqual(named(englishOf(source, key)));
    }
  });

  it.each(translations)('is translated into %s', (language) => {
    const untranslated = Object.entries(textsOf(language, file)).filter(
      ([key, text]) => text === englishOf(english, key) && isForgotten(text),
    );
    expect(untranslated).toEqual([]);
  });
});
