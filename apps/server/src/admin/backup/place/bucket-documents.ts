// The documents of a backup in a bucket, whose owner decides who can read them.
import { DeleteObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { S3Store } from '#platform/storage/s3/s3-store.ts';
import { FileMissingError } from '#platform/storage/storage.ts';
import type { Documents } from '../backup-documents.ts';

const folder = 'manifests/';

export function createBucketDocuments(store: S3Store): Documents {
  const placeOf = (name: string) => store.placeAt(folder + name);
  return {
    list: () => store.run((client) => listNames(client, store.placeAt(folder))),
    async read(name) {
      try {
        return (await store.read(placeOf(name))).toString();
      } catch (error) {
        if (error instanceof FileMissingError) return undefined;
        throw error;
      }
    },
    async write(name, text) {
      const command = new PutObjectCommand({ ...placeOf(name), Body: text, ContentType: 'application/json' });
      await store.ask(command);
    },
    async remove(name) {
      await store.ask(new DeleteObjectCommand(placeOf(name)));
    },
  };
}

async function listNames(
  client: S3Store['client'],
  { Bucket, Key }: ReturnType<S3Store['placeAt']>,
): Promise<string[]> {
  const names: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: Key }))
    names.push(...Contents.map((object) => (object.Key ?? '').slice(Key.length)));
  return names;
}
