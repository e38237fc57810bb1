// The unfinished uploads in an S3 store, as the page on temporary files shows them.
import type { Part } from '@aws-sdk/client-s3';
import { FileMissingError, type TempEntry } from '../storage.ts';
import { isStorageKey } from '../storage-key.ts';
import type { S3Store } from './s3-store.ts';
import { abortUpload, listParts, listUploads } from './s3-uploads.ts';

const ids = 's3:';

/** Lists the multipart uploads of this library, whether or not their rows still exist. */
export async function listMultipartUploads(store: S3Store): Promise<TempEntry[]> {
  const entries: TempEntry[] = [];
  for await (const { Key = '', UploadId = '', Initiated = new Date() } of listUploads(store, 'files/')) {
    const key = Key.split('/').at(-1) ?? '';
    if (!isStorageKey(key) || Key !== store.place('files', key).Key) continue;
    const parts = await partsOf(store, key, UploadId);
    const times = parts.map(({ LastModified }) => LastModified?.getTime() ?? 0);
    entries.push({
      id: `${ids}${key}/${UploadId}`,
      name: Key,
      kind: 'part',
      key,
      size: parts.reduce((sum, { Size = 0 }) => sum + Size, 0),
      createdAt: Initiated,
      modifiedAt: new Date(Math.max(Initiated.getTime(), ...times)),
    });
  }
  return entries;
}

/** Aborts one multipart upload, and keeps a finished file with the same key. Returns false for another kind of id. */
export async function abortListedUpload(store: S3Store, id: string): Promise<boolean> {
  if (!id.startsWith(ids)) return false;
  const [, key = '', state = ''] = /^([^/]*)\/(.*)$/s.exec(id.slice(ids.length)) ?? [];
  await abortUpload(store, { key, state });
  return true;
}

/** Returns nothing for an upload that has ended in the meantime. */
async function partsOf(store: S3Store, key: string, state: string): Promise<Part[]> {
  try {
    return await listParts(store, { key, state });
  } catch (error) {
    if (error instanceof FileMissingError) return [];
    throw error;
  }
}
