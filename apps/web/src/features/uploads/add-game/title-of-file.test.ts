import { describe, expect, it } from 'vitest';
import { titleOfFile } from './title-of-file.ts';

describe('titleOfFile', () => {
  it.each([
    ['Some_Game.zip', 'Some Game'],
    ['Some.Game.v1.2.3.7z', 'Some Game v1.2.3'],
    ['C:\\games\\Half-Way  House.RAR', 'Half-Way House'],
    ['0.0.0.zip', '0.0.0'],
    ['._-.zip', '-'],
    ['plain', 'plain'],
  ])('makes of %s the title %s', (fileName, title) => {
    expect(titleOfFile(fileName)).toBe(title);
  });

  it('cuts the title to the maximum length', () => {
    expect(titleOfFile(`${'a'.repeat(300)}.zip`)).toHaveLength(200);
  });
});
