// Every language has the same keys and placeholders, and no text was left untranslated.
import { languages as contractLanguages } from '@cellar/contract/accounts.ts';
import { errorStatus } from '@cellar/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { languages } from './languages.ts';
import { textsByFeature } from './texts-by-feature.ts';

type Texts = Record<string, string>;

const groups = import.meta.glob<{ texts: object }>('./{es,fr}-*.ts', { eager: true });
const files = import.meta.glob<object>('./{en,es,fr}/*.json', { eager: true, import: 'default' });

/** Words that are the same in several languages. A text that consists only of these may equal the English text. */
const sameWords = new Set(
  (
    'Action Admin Administration Casual Cellar Ctrl Date Description Email Esc Format Genre Genres Indie Instructions ' +
    'Invitation Invitations Linux Mac Message Mod Mods Notifications OK Options Page Pages Pinball Port Possible SHA-256 ' +
    'DLC Extra extra extras genre genres Manual Simulation Site Spam Sport Sports STARTTLS TLS Total Trainer Trainers Type Version vote votes Webhooks Windows suggestion suggestions'
  ).split(' '),
);

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

  it.each(['es', 'fr'])('have no file in %s that English does not have', (language) => {
    const own = Object.keys(files).filter((path) => path.startsWith(`./${language}/`));
    expect(own.map((path) => path.slice(language.length + 3)).sort()).toEqual(englishFiles.sort());
  });

  it.each(['es', 'fr'])('have each file of %s in exactly one group, so that it is loaded', (language) => {
    const ofLanguage = Object.entries(groups).filter(([path]) => path.startsWith(`./${language}-`));
    const grouped = ofLanguage.flatMap(([, { texts }]) => Object.keys(texts));
    const advice = `name each file of ${language}/ in one ${language}-*.ts, the group that has its English`;
    expect(grouped.sort(), advice).toEqual(
      Object.keys(files)
        .filter((path) => path.startsWith(`./${language}/`))
        .sort(),
    );
  });

  it('have a no-break space before punctuation marks that French separates with a space', () => {
    const texts = JSON.stringify(textsByFeature(files));
    expect(texts).toContain('Téléchargement lancé\u00a0: {{title}}');
    expect(texts).toContain('«\u00a0{{title}}\u00a0»\u00a0?');
    expect(texts).not.toMatch(/ [:;!?»%]|« /);
  });

  it('have a text for every error of the contract, and for no other', () => {
    const texts = ['errors.json', 'errors-admin.json'].flatMap((name) => Object.keys(textsOf('en', name)));
    expect(texts.sort()).toEqual(['field', ...Object.keys(errorStatus)].sort());
  });
});

/** Spanish and French insert "de" between numbers from one million and a noun: "1 000 000 de fichiers". */
const millionOf = /(?<=\{\{(?:count|total)[^}]*\}\} )(?:de |d’)(?!estas|ces|plus)/;
const wordAfterNumber = (text: string) => /\{\{(?:count|total)[^}]*\}\} (\p{L}+)/u.exec(text)?.[1];

it.each(['es', 'fr'])(
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

  it('has no empty text', () => {
    for (const language of languages) {
      const empty = Object.entries(textsOf(language, file)).filter(([, text]) => text.trim() === '');
      expect(empty, language).toEqual([]);
    }
  });

  it.each(['es', 'fr'])('has the same texts in %s', (language) => {
    expect(basesOf(textsOf(language, file))).toEqual(basesOf(english));
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

  it.each(['es', 'fr'])('has the same placeholders in %s', (language) => {
    for (const [key, text] of Object.entries(textsOf(language, file))) {
      // A singular may omit its number ("the oldest entry").
      const named = (words: string) =>
        placeholders(words).filter((name) => !(key.endsWith('_one') && /^\{\{count\b/.test(name)));
      expect(named(text), key).toEqual(named(englishOf(english, key)));
    }
  });

  it.each(['es', 'fr'])('is translated into %s', (language) => {
    const untranslated = Object.entries(textsOf(language, file)).filter(
      ([key, text]) => text === englishOf(english, key) && isForgotten(text),
    );
    expect(untranslated).toEqual([]);
  });
});
