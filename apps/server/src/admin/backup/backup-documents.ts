// The manifest of one backup. It is written last, so a backup without it does not exist.
import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '#platform/error-facts.ts';
import { readingError, readOnly } from '#platform/storage/disk/disk-errors.ts';
import { flushFile, flushFolder, makeFolder } from '#platform/storage/disk/flush.ts';
import { newId } from '#platform/tokens.ts';

const count = z.number().int().nonnegative();
const stored = z.object({ key: z.string().regex(/^[\w-]{8,64}$/), size: count, sha256: z.string() });

const manifestShape = z.object({
  format: z.literal(1),
  id: z.string(),
  createdAt: z.iso.datetime(),
  /** The version of Cellar that made the backup. */
  cellar: z.string(),
  library: z.string(),
  dialect: z.enum(['sqlite', 'postgres']),
  /** The last migration of the database. */
  schema: z.string(),
  /** The copy of the database, and the list of the files (entries.ts). Both lie among the files. */
  database: stored,
  index: stored,
  counts: z.object({ games: count, files: count, pictures: count, bytes: count }),
  /**
   * `included`: beside the manifest. `environment`: the owner keeps it in SECRET_KEY. `none`: the library had none. Without the
   * key, the keys of metadata providers have to be entered again, and links in sent emails stop working.
   */
  secretKey: z.enum(['included', 'environment', 'none']),
  /** Files that were already missing or damaged in the library, with a reason. */
  problems: z.array(z.object({ name: z.string(), reason: z.enum(['missing', 'damaged']) })),
});

export type Manifest = z.infer<typeof manifestShape>;

const manifestName = /^(\d{8}T\d{9}Z-[\w-]+)\.json$/;

const idTime = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/;

/** Ids sort by time. A new one sorts after the newest existing one, even if the clock was set back. */
export function newManifestId(now: Date, unique: string, newest: string | undefined): string {
  const last = newest && Date.parse(newest.replace(idTime, '$1-$2-$3T$4:$5:$6.$7Z'));
  const time = new Date(Math.max(now.getTime(), last ? last + 1 : 0));
  return `${time.toISOString().replace(/[-:.]/g, '')}-${unique.slice(0, 8)}`;
}

/** Returns the ids of all backups, newest first. */
export async function listBackups(documents: Documents): Promise<string[]> {
  const ids = (await documents.list()).map((name) => manifestName.exec(name)?.[1]);
  return ids.filter((id) => id !== undefined).sort((a, b) => (a < b ? 1 : -1));
}

export async function writeManifest(documents: Documents, manifest: Manifest): Promise<void> {
  const sha256 = digestOf(manifest);
  await documents.write(`${manifest.id}.json`, `${JSON.stringify({ manifest, sha256 }, null, 2)}\n`);
}

/** @throws BackupError */
export async function readManifest(documents: Documents, id: string): Promise<Manifest> {
  const text = await documents.read(`${id}.json`);
  if (text === undefined) throw new BackupError(`There is no backup ${id}.`);
  const { manifest, sha256 } = parse(text, id);
  if (manifest.id !== id || digestOf(manifest) !== sha256) throw damaged(id);
  return manifest;
}

function parse(text: string, id: string) {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw damaged(id);
  }
  const format = z.object({ manifest: z.object({ format: z.number() }) }).safeParse(content);
  if (format.success && format.data.manifest.format > 1)
    throw new BackupError(`A newer version of Cellar has made the backup ${id}. Use that version.`);
  const result = z.object({ manifest: manifestShape, sha256: z.string() }).safeParse(content);
  if (!result.success) throw damaged(id);
  return result.data;
}

function damaged(id: string): BackupError {
  return new BackupError(`The manifest of the backup ${id} is damaged.`);
}

function digestOf(manifest: Manifest): string {
  return createHash('sha256')
    .update(JSON.stringify(manifestShape.parse(manifest)))
    .digest('hex');
}

/** Removes a backup. Its files stay until nothing else names them (create-backup.ts). */
export async function removeManifest(documents: Documents, id: string): Promise<void> {
  await documents.remove(`${id}.json`);
  await documents.remove(keyDocument(id));
}

export function keyDocument(id: string): string {
  return `${id}.key`;
}

/** A backup, restore or move can't be done or was damaged. The message can be shown to admins. */
export class BackupError extends Error {}

// The small documents of a backup: manifests and secret keys. A document is complete or absent, and only its owner can read it.

export interface Documents {
  /** Returns the names of all documents. */
  list(): Promise<string[]>;
  /** Returns undefined if there is no such document. @throws UnreadableError */
  read(name: string): Promise<string | undefined>;
  /** Resolves once the document will survive a power cut. */
  write(name: string, text: string): Promise<void>;
  /** Idempotent. Resolves once the document will not come back after a power cut. */
  remove(name: string): Promise<void>;
}

const documentName = /^[\w-]{1,100}\.[a-z]{1,20}$/;

export function createFolderDocuments(folder: string): Documents {
  const pathOf = (name: string) => join(folder, name);
  return {
    list: async () => (await absentAs([], readdir(folder))).filter((name) => documentName.test(name)),
    async read(name) {
      try {
        return await absentAs(undefined, readFile(pathOf(name), { encoding: 'utf8', flag: readOnly }));
      } catch (error) {
        throw readingError(error);
      }
    },
    async write(name, text) {
      await makeFolder(folder, 0o700);
      const draft = pathOf(`${newId()}.draft`);
      try {
        await writeDraft(draft, text);
        await rename(draft, pathOf(name));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await flushFolder(folder);
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      // Otherwise, the manifest of a removed backup could come back after its files are gone.
      await absentAs(undefined, flushFolder(folder));
    },
  };
}

async function writeDraft(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await flushFile(file.fd);
  } finally {
    await file.close();
  }
}

async function absentAs<T, A>(absent: A, reading: Promise<T>): Promise<T | A> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return absent;
    throw error;
  }
}
