// The names files get at home: good on every system, and never a path.
import { describe, expect, it } from 'vitest';
import { downloadFileName } from './file-names.ts';

describe('downloadFileName', () => {
  it.each([
    ['Some Game', 'Windows', '.zip', 'Some Game (Windows).zip'],
    ['Fate/stay night', 'Windows v1.2', '.7z', 'Fate stay night (Windows v1.2).7z'],
    ['Who: "A" <B> | C?*', 'Linux', '.rar', 'Who A B C (Linux).rar'],
    ['Ends with dots...', 'Mac', '.tar.gz', 'Ends with dots... (Mac).tar.gz'],
    ['???', 'Mac', '.zip', 'game (Mac).zip'],
    ['...', 'Mac', '.zip', 'game (Mac).zip'],
    ['忍者', 'Xbox', '.zip', '忍者 (Xbox).zip'],
    ['a  b', 'Windows (Modded)', '.zip', 'a b (Windows (Modded)).zip'],
  ])('%j for %s is %4$j', (title, platform, extension, name) => {
    expect(downloadFileName(title, platform, extension)).toBe(name);
  });

  it('fits into 255 bytes and cuts no character in half', () => {
    for (const title of ['x'.repeat(200), '忍'.repeat(200), '🎮'.repeat(100), `${'x'.repeat(179)}忍者`]) {
      const name = downloadFileName(title, `Windows v${'9'.repeat(40)}`, '.tar.gz');
      expect(utf8Length(name)).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
    }
  });
});

/** The contract's types know neither Node nor a browser. */
function utf8Length(text: string): number {
  return encodeURIComponent(text).replace(/%../g, 'x').length;
}
