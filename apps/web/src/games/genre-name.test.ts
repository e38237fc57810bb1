import { describe, expect, it } from 'vitest';
import english from '../i18n/en/genres.json' with { type: 'json' };
import spanish from '../i18n/es/genres.json' with { type: 'json' };
import french from '../i18n/fr/genres.json' with { type: 'json' };
import { genreName } from './genre-name.ts';

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

  it.each([english, spanish, french])('is found by the English name, and is unique', (names) => {
    const shown = Object.values(english).map((genre) => genreName(genre, names));
    expect(shown).toEqual(Object.values(names));
    expect(new Set(shown).size).toBe(shown.length);
  });
});
