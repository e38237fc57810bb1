import { expect, it } from 'vitest';
import { filesInFolders } from './pick-files.ts';

const denied = () => Promise.reject(new DOMException('', 'NotReadableError'));

/** Like the browser's entries: a reader returns a hundred of them at a time. */
const file = (name: string, content: () => Promise<File> = async () => new File([], name)) =>
  ({
    name,
    isDirectory: false,
    file: (resolve: (file: File) => void, reject: () => void) => void content().then(resolve, reject),
  }) as unknown as FileSystemEntry;

function folder(name: string, entries: FileSystemEntry[] | undefined): FileSystemDirectoryEntry {
  let at = 0;
  const readEntries = (resolve: (some: FileSystemEntry[]) => void, reject: () => void) => {
    if (!entries) return reject();
    resolve(entries.slice(at, at + 100));
    at += 100;
  };
  const entry = { name, isDirectory: true, createReader: () => ({ readEntries }) };
  return entry as unknown as FileSystemDirectoryEntry;
}

it('finds the files of dropped folders in order, and names what cannot be read', async () => {
  const inner = folder('2 inner', [file('c.zip'), file('locked.zip', denied)]);
  const outer = folder('outer', [file('10.zip'), inner, folder('closed', undefined), file('1.zip')]);
  const { files, unreadable } = await filesInFolders([outer]);
  expect(files.map(({ name }) => name)).toEqual(['1.zip', 'c.zip', '10.zip']);
  expect(unreadable).toEqual(['locked.zip', 'closed']);
});

it('finds more files than a call has room for arguments', async () => {
  const many = Array.from({ length: 130_000 }, (_, index) => file(`${index}`));
  const { files } = await filesInFolders([folder('outer', [folder('inner', many)])]);
  expect(files).toHaveLength(130_000);
});
