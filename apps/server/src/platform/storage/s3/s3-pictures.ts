// The pictures of an S3 store.
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { FileMissingError, type NamedPicture, type PictureStorage, type StoredFile } from '../storage.ts';
import { deleteObject, listObjects, openFile } from './s3-files.ts';
import type { S3Store } from './s3-store.ts';

const picturesAtOnce = 4;

export class S3Pictures implements PictureStorage {
  readonly #store: S3Store;

  constructor(store: S3Store) {
    this.#store = store;
  }

  async write(pictures: NamedPicture[]): Promise<void> {
    for (let at = 0; at < pictures.length; at += picturesAtOnce) {
      await Promise.all(pictures.slice(at, at + picturesAtOnce).map((picture) => this.#writeOne(picture)));
    }
  }

  async #writeOne({ name, bytes }: NamedPicture): Promise<void> {
    const command = new PutObjectCommand({
      ...this.#store.place('artwork', name),
      Body: bytes,
      ContentType: 'image/webp',
    });
    await this.#store.ask(command);
  }

  open(name: string): Promise<StoredFile | undefined> {
    return unlessMissing(openFile(this.#store, 'artwork', name));
  }

  read(name: string): Promise<Buffer | undefined> {
    return unlessMissing(this.#store.read(this.#store.place('artwork', name)));
  }

  async has(name: string): Promise<boolean> {
    return (await this.open(name)) !== undefined;
  }

  async remove(names: string[]): Promise<void> {
    for (const name of names) await deleteObject(this.#store, 'artwork', name);
  }

  list() {
    return listObjects(this.#store, 'artwork');
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  }
}
