// The ZIP of a cheat file: common programs open it, file names are safe, and its size is limited.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type CheatFields, cheatFields } from '@cellar/contract/games/cheats.ts';
import { cheatExtension } from '@cellar/contract/games/rules/cheats.ts';
import { cheatArchiveName, safeFileName } from '@cellar/contract/rules/file-names.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyCharacter } from '#test/arbitraries.ts';
import { readZip } from '#test/zips.ts';
import { zipCheat } from './cheat-archive.ts';

const MiB = 1024 * 1024;
const fields = cheatFields.parse({
  name: '無敵 – God Mode',
  platform: 'Windows',
  type: 'mod',
  author: 'Ünal',
});

function zip(given: string, pieces: Iterable<Buffer>, maxBytes = 4 * MiB, values = Promise.resolve(fields)) {
  const fileName = safeFileName(given);
  const extension = cheatExtension(fileName) ?? '.exe';
  return zipCheat({ stream: Readable.from(pieces), fileName, extension, fields: values }, maxBytes);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellar-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const testers: [program: string, args: string[]][] = [
  ['unzip', ['-tqq']],
  ['7zz', ['t']],
  ['7z', ['t']],
  ['bsdtar', ['-tf']],
];
const isInstalled = (program: string) => spawnSync(program, ['--help']).error === undefined;
const packedHead = Buffer.from('PK\u0003\u0004', 'latin1');

describe('the ZIP of a cheat file', () => {
  for (const [program, args] of testers) {
    it.skipIf(!isInstalled(program))(`opens in ${program}`, async () => {
      const names = ['trainer.exe', '忍者 🎮.ct', 'é'.repeat(90).concat('.dll'), 'a b & $(c) `d`.exe'];
      for (const name of [...names, 'mod.zip']) {
        const noise = randomBytes(3 * MiB);
        const path = join(folder, `${program}.zip`);
        await writeFile(path, await buffer(zip(name, [packedHead, noise, Buffer.alloc(1000)])));
        // Without a UTF-8 locale, unzip considers names in UTF-8 damaged.
        const env = { ...process.env, LC_ALL: 'C.UTF-8' };
        const { status, stdout, stderr } = spawnSync(program, [...args, path], { encoding: 'utf8', env });
        expect(status, `${name}: ${stdout}${stderr}`).toBe(0);
      }
    });
  }

  it('compresses its content', async () => {
    expect((await buffer(zip('table.ct', [Buffer.alloc(MiB)]))).length).toBeLessThan(10_000);
  });

  it('fails as soon as the file exceeds the limit', async () => {
    let sent = 0;
    const pieces = (function* () {
      for (; ; sent += 1) yield Buffer.alloc(64 * 1024);
    })();
    await expect(buffer(zip('a.exe', pieces, MiB))).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(sent).toBeLessThan(100);
    expect((await buffer(zip('a.exe', [Buffer.alloc(MiB)], MiB))).length).toBeGreaterThan(0);
  });

  it('fails if reading the file or the fields fails', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('MZ');
        throw new Error('the file broke');
      })(),
    );
    const source = { stream: broken, fileName: 'a.exe', extension: '.exe' as const };
    await expect(buffer(zipCheat({ ...source, fields: Promise.resolve(fields) }, MiB))).rejects.toThrow(
      'the file broke',
    );
    const refused = Promise.reject<CheatFields>(new Error('no name'));
    await expect(buffer(zip('a.exe', [Buffer.from('MZ')], MiB, refused))).rejects.toThrow('no name');
  });

  it('closes the file when the output is destroyed', async () => {
    const stream = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024);
      })(),
    );
    const output = zipCheat(
      { stream, fileName: 'a.exe', extension: '.exe', fields: Promise.resolve(fields) },
      99 * MiB,
    );
    output.once('data', () => output.destroy());
    await new Promise((resolve) => stream.once('close', resolve));
  });
});

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc
    .array(
      fc.constantFrom(
        '..',
        '/',
        '\\',
        'C:',
        'con',
        'nul',
        '.',
        ' ',
        '\u0000',
        '\u202e',
        ':',
        'a',
        '\ud800',
        '忍',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('a file name from outside', () => {
  it('is safe on every system, and the same in the ZIP', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        for (const name of [safeFileName(`${text}.exe`), cheatArchiveName(text)]) {
          expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\u202e]|^[. ]|[. ]$/u);
          expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
          expect(name.isWellFormed()).toBe(true);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201);
          expect(safeFileName(name)).toBe(name);
        }
        const fileName = safeFileName(`a${text}.exe`);
        const [entry] = readZip(await buffer(zip(fileName, [Buffer.from('MZ')])));
        expect([entry?.name, entry?.isUtf8]).toEqual([fileName, true]);
      }),
      { numRuns: 300 },
    );
  });
});
