// The texts of emails in all languages: no key is missing, empty or untranslated.
import { languages } from '@cellar/contract/people/accounts.ts';
import { describe, expect, it } from 'vitest';
import { mailTexts } from './mail-texts.ts';

/** Returns each text of a language by its path, such as `verify.subject`. */
function flat(texts: object, prefix = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

const placeholders = (text = '') => [...text.matchAll(/\{\w*\}/g)].map(([found]) => found).sort();
const english = flat(mailTexts.en);

describe.each(languages)('the emails in %s', (language) => {
  const texts = flat(mailTexts[language]);

  it('have all texts and no others', () => {
    expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of texts) expect(text.trim(), key).not.toBe('');
  });

  it('have the same placeholders as the English ones', () => {
    for (const [key, text] of texts) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(english.get(key))]);
      expect(text.replace(/\{\w+\}/g, ''), key).not.toMatch(/[{}]/);
    }
  });
});

it.each(languages.filter((language) => language !== 'en'))('the emails in %s are translated', (language) => {
  const texts = [...flat(mailTexts[language])];
  expect(texts.filter(([key, text]) => text === english.get(key))).toEqual([]);
});
