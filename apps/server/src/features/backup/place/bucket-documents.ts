// The documents of a backup in a bucket, whose owner decides who can read them.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import type { S3Store } from '#platform/storage/s3/s3-store.ts';
import { FileMissingError } from '#platform/storage/storage.ts';
import type { Documents } from './documents.ts';

const folder = 'manifests/';

export function createBucketDocuments(store: S3Store): Documents {
  const placeOf = (name: string) => store.placeAt(folder + name);
  return {
    list: () => store.run((client) => listNames(client, store.placeAt(folder))),
    async read(name) {
      try {
        return await store.run(async (client) => {
          const { Body } = await client.send(new GetObjectCommand(placeOf(name)));
          return Body?.transformToString();
        });
      } catch (error) {
        if (error instanceof FileMissingError) return undefined;
        throw error;
      }
    },
    async write(name, text) {
      const command = new PutObjectCommand({ ...placeOf(name), Body: text, ContentType: 'application/json' });
      await store.run((client) => client.send(command));
    },
    async remove(name) {
      await store.run((client) => client.send(new DeleteObjectCommand(placeOf(name))));
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
