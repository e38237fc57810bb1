import { describe, expect, it } from 'vitest';
import { cheatArchiveName, downloadFileName, safeFileName } from './file-names.ts';

describe('downloadFileName', () => {
  it.each([
    ['Some Game', 'Windows', '.zip', 'Some Game (Windows).zip'],
    ['Fate/stay night', 'Windows v1.2', '.7z', 'Fate stay night (Windows v1.2).7z'],
    ['Who: "A" <B> | C?*', 'Linux', '.rar', 'Who A B C (Linux).rar'],
    ['Ends with dots...', 'Mac', '.tar.gz', 'Ends with dots... (Mac).tar.gz'],
    ['???', 'Mac', '.zip', 'game (Mac).zip'],
    ['...', 'Mac', '.zip', 'game (Mac).zip'],
    ['忍者', 'Xbox', '.zip', '忍者 (Xbox).zip'],
    ['Photo \u202egpj.exe', 'Mac', '.zip', 'Photo gpj.exe (Mac).zip'],
    ['a  b', 'Windows (Modded)', '.zip', 'a b (Windows (Modded)).zip'],
  ])('%j for %s is %4$j', (title, platform, extension, name) => {
    expect(downloadFileName(title, platform, extension)).toBe(name);
  });

  it('has at most 255 bytes and splits no character', () => {
    for (const title of ['x'.repeat(200), '忍'.repeat(200), '🎮'.repeat(100), `${'x'.repeat(179)}忍者`]) {
      const name = downloadFileName(title, `Windows v${'9'.repeat(40)}`, '.tar.gz');
      expect(utf8Length(name)).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
    }
  });
});

describe('safeFileName', () => {
  it.each([
    ['Trainer v1.2.exe', 'Trainer v1.2.exe'],
    ['../../etc/passwd.ct', 'passwd.ct'],
    ['..\\..\\windows\\evil.dll', 'evil.dll'],
    ['C:evil.exe', 'evil.exe'],
    ['C:\\evil.exe', 'evil.exe'],
    ['a.exe:stream.ct', 'a.exe stream.ct'],
    ['line\r\nbreak\u0000.exe', 'line break.exe'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['.hidden.ct', 'hidden.ct'],
    ['trailing.exe. . ', 'trailing.exe'],
    ['CON.exe', '_CON.exe'],
    ['nul', '_nul'],
    ['com1 .tar.zip', '_com1 .tar.zip'],
    ['lpt\u00b3.ct', '_lpt\u00b3.ct'],
    ['console.exe', 'console.exe'],
    ['Cafe\u0301.ct', 'Caf\u00e9.ct'],
    ['lone \ud800.ct', 'lone \ufffd.ct'],
    ['忍者.ct', '忍者.ct'],
    ['..', ''],
    ['a/', ''],
    [' . . ', ''],
    ['', ''],
  ])('turns %j into %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
    expect(safeFileName(safe)).toBe(safe);
  });

  it('is fast for a name of many dots, which would take a regular expression minutes', () => {
    const name = safeFileName(`a${'. '.repeat(200_000)}b.exe`);
    expect(name).toMatch(/^a.*[.]exe$/);
    expect(safeFileName(`${'.'.repeat(400_000)}b.exe${' .'.repeat(200_000)}`)).toBe('b.exe');
  });

  it('keeps the extension of a long name', () => {
    for (const letter of ['x', '忍', '🎮']) {
      const name = safeFileName(`${letter.repeat(300)}.exe`);
      expect(name).toMatch(/^.+[.]exe$/u);
      expect(utf8Length(name)).toBeLessThanOrEqual(200);
      expect(name.isWellFormed()).toBe(true);
    }
  });
});

describe('cheatArchiveName', () => {
  it.each([
    ['God Mode', 'God Mode.zip'],
    ['Ammo / Health: +10', 'Ammo Health +10.zip'],
    ['v1.2', 'v1.2.zip'],
    ['CON', '_CON.zip'],
    ['???', 'cheat.zip'],
    ['..', 'cheat.zip'],
  ])('of %j is %j', (name, archive) => {
    expect(cheatArchiveName(name)).toBe(archive);
  });
});

/** Uses neither TextEncoder nor Buffer, because the contract has no types of Node or the DOM. */
function utf8Length(text: string): number {
  return encodeURIComponent(text).replace(/%../g, 'x').length;
}
