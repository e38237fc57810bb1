import { limits } from '@cellar/contract/rules/limits.ts';
import { describe, expect, it } from 'vitest';
import { cheatFileProblem, cheatForm, emptyCheat, typeOfCheat } from './cheat-draft.ts';

describe('a new cheat file', () => {
  it('needs an accepted extension, and is neither empty nor too large', () => {
    for (const name of ['a.exe', 'a.CT', 'a.zip', 'a.rar', 'a.7z', 'a.dll', 'a.asi'])
      expect(cheatFileProblem({ name, size: 1 }), name).toBeUndefined();
    expect(cheatFileProblem(undefined)).toBe('fileMissing');
    expect(cheatFileProblem({ name: 'a.txt', size: 1 })).toBe('fileWrong');
    expect(cheatFileProblem({ name: 'a.ct', size: 0 })).toBe('fileEmpty');
    expect(cheatFileProblem({ name: 'a.ct', size: limits.cheatFileMaxBytes })).toBeUndefined();
    expect(cheatFileProblem({ name: 'a.ct', size: limits.cheatFileMaxBytes + 1 })).toBe('fileTooLarge');
  });

  it('gets its type from its name if possible', () => {
    expect(typeOfCheat('Table.CT')).toBe('cheat_engine');
    expect(typeOfCheat('trainer.exe')).toBeUndefined();
  });

  it('is sent with trimmed fields before the file, and a default description', () => {
    const file = new File(['x'], 'a.ct');
    const form = cheatForm(
      { ...emptyCheat, name: '  Nine lives ', description: ' \n ', author: ' M ' },
      file,
    );
    expect([...form.keys()].at(-1)).toBe('cheatFile');
    expect(Object.fromEntries([...form].filter(([key]) => key !== 'cheatFile'))).toEqual({
      name: 'Nine lives',
      description: 'No description provided',
      platform: 'Windows',
      type: 'trainer',
      version: '',
      author: 'M',
      instructions: '',
    });
  });
});
