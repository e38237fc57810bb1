// The mark that names the library to which a folder of a bucket belongs.
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { FileMissingError, type StoragePlace } from '../storage.ts';
import { checkedKey } from '../storage-key.ts';
import type { S3Store } from './s3-store.ts';
import { listUploads } from './s3-uploads.ts';

export const markName = 'cellar-library';

export function s3Place(store: S3Store): StoragePlace {
  const mark = store.placeAt(markName);
  return {
    name: `the bucket ${store.config.bucket}${store.config.prefix && ` (${store.config.prefix})`}`,
    mark: `object ${mark.Key}`,
    // Several machines can reach a bucket, so the other library may be running.
    mayBeTakenOver: false,

    async readMark() {
      try {
        return (await store.read(mark)).toString().trim() || undefined;
      } catch (error) {
        if (error instanceof FileMissingError) return undefined;
        throw error;
      }
    },

    async writeMark(id) {
      const command = new PutObjectCommand({ ...mark, Body: `${id}\n`, ContentType: 'text/plain' });
      await store.ask(command);
    },

    async containsAny(keys) {
      for (const key of keys) if (await contains(store, checkedKey(key))) return true;
      return false;
    },
  };
}

async function contains(store: S3Store, key: string): Promise<boolean> {
  try {
    await store.ask(new HeadObjectCommand(store.place('files', key)));
    return true;
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
  }
  for await (const _ of listUploads(store, `files/${key.slice(0, 2)}/${key}`)) return true;
  return false;
}
