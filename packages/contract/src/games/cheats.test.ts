import { describe, expect, it } from 'vitest';
import { cheatFields } from './cheats.ts';
import { cheatExtension } from './rules/cheats.ts';

const least = { name: 'God Mode', platform: 'Windows', type: 'trainer' };

describe('the fields of a cheat file', () => {
  it('require only name, platform and type', () => {
    expect(cheatFields.parse(least)).toEqual({
      ...least,
      description: 'No description provided',
      version: '',
      author: '',
      instructions: '',
    });
  });

  it('are trimmed, with uniform line ends', () => {
    const fields = { ...least, name: ' God Mode ', description: ' \n ', version: '  ', author: ' Someone ' };
    expect(cheatFields.parse({ ...fields, instructions: '\r\n1. Start\r\n\t2. Press F1\r' })).toEqual({
      ...least,
      description: 'No description provided',
      version: '',
      author: 'Someone',
      instructions: '1. Start\n\t2. Press F1',
    });
  });

  it.each([undefined, '', '   '])('refuse the name %j', (name) => {
    const { error } = cheatFields.safeParse({ ...least, name });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Please enter a name for the cheat file']);
  });

  it.each([
    ['name', 'a\nb'],
    ['name', 'x'.repeat(201)],
    ['description', 'a\u0000b'],
    ['description', 'x'.repeat(5001)],
    ['platform', 'PlayStation'],
    ['platform', 'windows'],
    ['type', 'virus'],
    ['version', '1\u0007'],
    ['author', 'x'.repeat(201)],
    ['instructions', '\u001b[2J'],
    ['instructions', '\ud800'],
  ])('refuse the %s %j', (field, value) => {
    const { error } = cheatFields.safeParse({ ...least, [field]: value });
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});

describe('cheatExtension', () => {
  it('finds accepted extensions at the end of a name, in any case', () => {
    expect(cheatExtension('Trainer.EXE')).toBe('.exe');
    expect(cheatExtension('table.ct')).toBe('.ct');
    for (const name of ['exe', 'trainer.exe.txt', 'trainer.scr', 'trainer', ''])
      expect(cheatExtension(name), name).toBe(undefined);
  });
});
