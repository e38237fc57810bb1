import { describe, expect, it } from 'vitest';
import spanishTexts from '../i18n/es/first.json' with { type: 'json' };
import frenchTexts from '../i18n/fr/first.json' with { type: 'json' };
import { genreName } from './genre-name.ts';

const spanish = spanishTexts.genres;
const french = frenchTexts.genres;

describe('the name of a genre', () => {
  it.each([
    ['Role-playing (RPG)', 'Rol (RPG)', 'Jeu de rôle (RPG)'],
    ['Card & Board Game', 'Cartas y juegos de mesa', 'Cartes et jeux de société'],
    ['Quiz/Trivia', 'Preguntas y respuestas', 'Quiz et culture générale'],
    ['Massively Multiplayer', 'Multijugador masivo', 'Massivement multijoueur'],
    ['turn-based strategy (tbs)', 'Estrategia por turnos (TBS)', 'Stratégie au tour par tour (TBS)'],
  ])('translates %s', (genre, inSpanish, inFrench) => {
    expect(genreName(genre, spanish)).toBe(inSpanish);
    expect(genreName(genre, french)).toBe(inFrench);
  });

  it.each(['Jump and run', 'Acción', '???', 'constructor', '__proto__', ''])(
    'does not change %j, which has no translation',
    (genre) => {
      expect(genreName(genre, spanish)).toBe(genre);
      expect(genreName(genre)).toBe(genre);
    },
  );

  it.each([spanish, french])('is found by the English name, and is unique', (names) => {
    const shown = Object.keys(spanish).map((key) => genreName(key.replaceAll('-', ' '), names));
    expect(shown).toEqual(Object.values(names));
    expect(new Set(shown).size).toBe(shown.length);
  });
});
