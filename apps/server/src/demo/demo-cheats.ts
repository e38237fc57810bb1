// Stores the demo's cheat files.
import { Readable } from 'node:stream';
import { cheatFields } from '@cellar/contract/games/cheats.ts';
import { cheatExtension } from '@cellar/contract/games/rules/cheats.ts';
import { ZipFile } from 'yazl';
import type { Trx } from '#db/schema.ts';
import type { StoredStream } from '#platform/storage/storage.ts';
import type { Services } from '#start/services.ts';
import { type DemoCheat, demoCheats } from './demo-library.ts';

export interface StoredCheat {
  cheat: DemoCheat;
  archive: StoredStream;
}

export async function storeCheats({ cheats }: Services, title: string): Promise<StoredCheat[]> {
  const stored: StoredCheat[] = [];
  for (const cheat of demoCheats.filter(({ game }) => game === title)) {
    const extension = cheatExtension(cheat.fileName);
    if (!extension) throw new Error(`the demo has a cheat file called ${cheat.fileName}`);
    const stream = extension === '.ct' ? Readable.from([table(cheat)]) : textArchive(cheat);
    const source = { stream, fileName: cheat.fileName, extension, fields: Promise.resolve(fieldsOf(cheat)) };
    stored.push({ cheat, archive: await cheats.store(source) });
  }
  return stored;
}

/** Called within the transaction that inserts the game. */
export async function insertCheats(
  trx: Trx,
  { cheats }: Services,
  { gameId, createdAt, stored }: { gameId: string; createdAt: string; stored: StoredCheat[] },
): Promise<void> {
  for (const { cheat, archive } of stored) {
    const facts = { gameId, fields: fieldsOf(cheat), originalFileName: cheat.fileName, archive };
    const { id } = await cheats.insert(trx, facts);
    const past = { createdAt, downloadCount: cheat.downloads };
    await trx.updateTable('cheatFiles').set(past).where('id', '=', id).execute();
  }
}

function fieldsOf({ game: _, fileName: __, downloads: ___, ...fields }: DemoCheat) {
  return cheatFields.parse(fields);
}

const note =
  'This file belongs to the demo library of Cellar. It contains only this text and changes no game.';

function textArchive({ name, game }: DemoCheat): Readable {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from(`${name} for ${game}\n\n${note}\n`), 'README.txt');
  archive.end();
  return archive.outputStream as Readable;
}

/** A Cheat Engine table without entries. */
function table({ name, game }: DemoCheat): Buffer {
  const comments = `${name} for ${game}. ${note}`;
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\n<CheatTable CheatEngineTableVersion="45">\n  <CheatEntries/>\n  <Comments>${comments}</Comments>\n</CheatTable>\n`,
  );
}
