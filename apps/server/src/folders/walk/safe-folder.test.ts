import { mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '#test/library-folders.ts';
import { openByPath, openFolder } from './safe-folder.ts';

describe.each([
  ['openFolder', (path: string) => openFolder(path, path)],
  ['openByPath, as on systems without descriptors of directories', openByPath],
])('%s', (_name, open) => {
  const rootOf = (paths: string[]) => realpathSync.native(folderOf(paths));

  it('lists a directory by the bytes of its names', () => {
    const folder = open(rootOf(['a.zip', 'é.zip']));
    expect(folder.list().sort()).toEqual(['a.zip', Buffer.from('é.zip').toString('latin1')]);
    folder.check();
    folder.close();
  });

  it('refuses links, also above the directory, and what is no directory', () => {
    const root = rootOf(['real/deep/a.zip']);
    symlinkSync(join(root, 'real'), join(root, 'link'));
    for (const path of ['link', 'link/deep', 'absent', 'real/deep/a.zip', 'real/../real'])
      expect(() => open(`${root}/${path}`), path).toThrow();
  });

  it('notices that another directory took its place', () => {
    const root = rootOf(['a/']);
    const folder = open(join(root, 'a'));
    renameSync(join(root, 'a'), join(root, 'b'));
    expect(() => folder.check()).toThrow();
    mkdirSync(join(root, 'a'));
    expect(() => folder.check()).toThrow('replaced');
    folder.close();
  });
});
