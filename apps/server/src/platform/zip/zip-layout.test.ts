import { describe, expect, it } from 'vitest';
import { findCaseConflicts } from './member-names.ts';
import type { ZipMember } from './member-table.ts';
import { createZipLayout } from './zip-layout.ts';

const GiB = 1024 ** 3;
const modifiedAt = new Date('2026-03-01T10:00:00Z');

function member(path: string, size = 10, crc32: number | null = 1): ZipMember {
  return { path, size, modifiedAt, crc32 };
}

function layoutOf(...members: ZipMember[]) {
  return createZipLayout(members, members.length);
}

describe('the layout of a ZIP', () => {
  it('consists of parts without gaps', async () => {
    const layout = await layoutOf(member('a', 5), member('b/', 0), member('c', 0), member('d', 7));
    const parts: string[] = [];
    for (let position = 0; position < layout.size; ) {
      const part = layout.locate(position);
      expect(part.start).toBe(position);
      expect(layout.locate(part.end - 1)).toEqual(part);
      if (part.kind !== 'data') expect(layout.record(part)).toHaveLength(part.end - part.start);
      parts.push('index' in part ? `${part.kind} ${layout.path(part.index)}` : part.kind);
      position = part.end;
    }
    const members = ['header a', 'data a', 'header b/', 'header c', 'header d', 'data d'];
    expect(parts).toEqual([...members, 'central a', 'central b/', 'central c', 'central d', 'end']);
    expect(() => layout.locate(layout.size)).toThrow(RangeError);
    expect(() => layout.locate(-1)).toThrow(RangeError);
  });

  it('has names that Windows can unpack, but those of a list of the first version as they were', async () => {
    const paths = ['a:b/CON', 'com1.tar.gz', 'console', 'data/nul .txt', 'data/nullable'];
    const namesOf = async (isExecutable: boolean | null) => {
      const layout = await layoutOf(...paths.map((path) => ({ ...member(path), isExecutable })));
      const records = paths.map((_, index) => layout.record({ kind: 'header', index }));
      return records.map((record) => record.subarray(30).toString());
    };
    const renamed = ['a_b/CO_', 'com_.tar.gz', 'console', 'data/nu_ .txt', 'data/nullable'];
    expect(await namesOf(false)).toEqual(renamed);
    expect(await namesOf(null)).toEqual(['a_b/CON', ...paths.slice(1)]);
  });

  it('of nothing is an end record', async () => {
    const layout = await layoutOf();
    expect(layout.size).toBe(22);
    expect(layout.record({ kind: 'end' }).readUInt32LE(0)).toBe(0x06054b50);
  });

  it.each([
    ['a member of 4 GiB - 2', [2 ** 32 - 2], 0],
    ['a member of 4 GiB - 1, which means "see ZIP64"', [2 ** 32 - 1], 1],
    ['three members of 2 GiB, of which the third begins past 4 GiB', [2 * GiB, 2 * GiB, 2 * GiB], 1],
    ['a member of 20 GiB before another', [20 * GiB, 5], 2],
  ])('has ZIP64 fields only where they are needed: %s', async (_, sizes, withFields) => {
    const layout = await layoutOf(...sizes.map((size, index) => member(`${index}`, size)));
    const centrals = sizes.map((__, index) => layout.record({ kind: 'central', index }));
    expect(centrals.filter((record) => record.readUInt16LE(30) > 0)).toHaveLength(withFields);
    const headers = sizes.map((__, index) => layout.record({ kind: 'header', index }));
    const large = sizes.filter((size) => size >= 2 ** 32 - 1);
    expect(headers.filter((record) => record.readUInt16LE(28) === 20)).toHaveLength(large.length);
    // The central directory begins past 4 GiB in all but the first archive, whose directory begins just below.
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(layout.record({ kind: 'end' })).toHaveLength(total + 31 * sizes.length < 2 ** 32 - 1 ? 22 : 98);
  });

  it.each([
    [65_534, 22],
    [65_535, 98],
  ])('of %i members has end records of %i bytes', async (count, length) => {
    const names = Array.from({ length: count }, (_, index) => String(index).padStart(5, '0'));
    const layout = await layoutOf(...names.map((name) => member(name, 0)));
    expect(layout.record({ kind: 'end' })).toHaveLength(length);
  });

  it('knows its length before the checksums', async () => {
    const unknown = await layoutOf(member('a', 5, null), member('b', 5, 0));
    const known = await layoutOf(member('a', 5, 123), member('b', 5, 0));
    expect(unknown.size).toBe(known.size);
    expect(unknown.isComplete).toBe(false);
    expect(() => unknown.record({ kind: 'header', index: 0 })).toThrow('unknown');
    unknown.setCrc32(0, 123);
    expect(unknown.isComplete).toBe(true);
    expect(unknown.record({ kind: 'header', index: 0 })).toEqual(known.record({ kind: 'header', index: 0 }));
  });

  it('needs little memory, and lets other work run while it is made', async () => {
    const count = 200_000;
    function* members() {
      for (let index = 0; index < count; index += 1)
        yield member(`folder/${String(index).padStart(12, '0')}`);
    }
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const layout = await createZipLayout(members(), count);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect(layout.memoryBytes).toBeLessThan(count * 70);
    expect(layout.path(count - 1)).toBe('folder/000000199999');
  });
});

describe('the members of a ZIP', () => {
  it.each([
    ['/absolute', 'invalid'],
    ['', 'invalid'],
    ['..', 'invalid'],
    ['a/../b', 'invalid'],
    ['../a', 'invalid'],
    ['a/..', 'invalid'],
    ['./a', 'invalid'],
    ['a//b', 'invalid'],
    ['half \ud83c', 'not_utf8'],
  ])('cannot have the path %j', async (path, problem) => {
    await expect(layoutOf(member(path))).rejects.toMatchObject({ path, problem });
  });

  it.each(['...', '..a', 'a..', '.hidden/.file', 'a/...', 'CON', 'ab:c', '忍者'])(
    'may have the path %j',
    async (path) => {
      const layout = await layoutOf(member(path));
      const header = layout.record({ kind: 'header', index: 0 });
      expect(header.subarray(30).toString()).toBe(path);
    },
  );

  it('have paths of at most 65,535 bytes', async () => {
    const longest = '忍'.repeat(21_845);
    const layout = await layoutOf(member(longest));
    expect(layout.record({ kind: 'header', index: 0 }).subarray(30).toString() === longest).toBe(true);
    await expect(layoutOf(member(`${longest}a`))).rejects.toMatchObject({ problem: 'too_long' });
  });

  it('get a name that no unpacker takes for another folder, and keep their path', async () => {
    const layout = await layoutOf(member('..\\..\\evil.dll'), member('C:\\a\r\n\u007f'));
    const names = [0, 1].map((index) => layout.record({ kind: 'header', index }).subarray(30).toString());
    expect(names).toEqual(['.._.._evil.dll', 'C__a___']);
    expect(layout.path(0)).toBe('..\\..\\evil.dll');
  });

  it.each([
    ['are the same', ['a', 'a']],
    ['differ only in a replaced character', ['a\\b', 'a_b']],
    ['differ only in two replaced characters', ['a\nb', 'a\\b']],
  ])('cannot have paths that %s', async (_, paths) => {
    const failure = { name: 'Error', problem: 'duplicate' };
    await expect(layoutOf(...paths.map((path) => member(path)))).rejects.toMatchObject(failure);
  });

  it('must be sorted, as many as announced, and have a possible size', async () => {
    await expect(layoutOf(member('b'), member('a'))).rejects.toThrow('order');
    await expect(createZipLayout([member('a')], 2)).rejects.toThrow('1 members instead of');
    await expect(createZipLayout([member('a'), member('b')], 1)).rejects.toThrow('more than');
    await expect(layoutOf(member('a', -1))).rejects.toThrow("can't have -1 bytes");
    await expect(layoutOf(member('a/', 1))).rejects.toThrow("can't have 1 bytes");
  });

  it('are reported when they differ only in case', async () => {
    const paths = ['Data/a', 'README', 'data/A', 'data/b', 'readme', 'Readme', 'ÄÖ', 'äö'];
    const groups = await findCaseConflicts(paths.length, (index) => paths[index] ?? '');
    expect(groups).toEqual([
      ['Data/a', 'data/A'],
      ['README', 'readme', 'Readme'],
      ['ÄÖ', 'äö'],
    ]);
    expect(await findCaseConflicts(0, () => '')).toEqual([]);
  });
});
