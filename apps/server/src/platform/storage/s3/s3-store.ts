// A folder in a bucket of an S3 store: sends requests, and turns the store's errors into those of a storage.
import {
  type $Command,
  GetObjectCommand,
  S3Client,
  type S3ClientConfig,
  type S3ClientResolvedConfig,
  S3ServiceException,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import {
  BytesLostError,
  ChunkError,
  FileMissingError,
  StorageFullError,
  StorageUnavailableError,
  UnreadableError,
} from '../storage.ts';
import type { S3Config } from './s3-address.ts';

export type S3Folder = 'files' | 'artwork';

const missing = ['NoSuchKey', 'NoSuchUpload', 'NotFound'];
const full = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'];
const refused: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist',
  AccessDenied: 'the credentials do not allow it',
  InvalidAccessKeyId: 'the access key is unknown',
  // Some stores answer this for an unknown access key too.
  SignatureDoesNotMatch: 'the access key or the secret key is wrong',
  RequestTimeTooSkewed: "this machine's clock differs from the store's",
  AuthorizationHeaderMalformed: 'the region is wrong',
  PermanentRedirect: 'the bucket is in another region',
  CredentialsProviderError: 'no credentials were found',
};
const silent = () => undefined;
/** For a whole request whose body and answer are short, with its repetitions. */
const answerMs = 30_000;
/** The longest pause while bytes are sent or received, or the store puts an upload together. */
export const pauseMs = 60_000;
/** For an idle connection. Later it may no longer lead to the store, and a request would wait in vain. */
const keptMs = 10_000;

export class S3Store {
  readonly config: S3Config;
  readonly client: S3Client;
  /** Signs addresses for clients, who may reach the store under another name. */
  readonly signer: S3Client;

  constructor(config: S3Config) {
    this.config = config;
    this.client = new S3Client(clientConfig(config, config.endpoint));
    // The SDK would repeat a request that was waiting in vain, and wait three times as long.
    this.client.middlewareStack.add(
      (next) => (args) =>
        next(args).catch((error) => {
          throw error?.name === 'TimeoutError' ? noAnswer() : error;
        }),
      { step: 'deserialize', name: 'giveUp' },
    );
    this.signer = new S3Client(clientConfig(config, config.publicEndpoint ?? config.endpoint));
  }

  /** Spreads the objects over subfolders as a disk does, so that a copy of the bucket is a storage folder. */
  place(folder: S3Folder, name: string): { Bucket: string; Key: string } {
    return this.placeAt(`${folder}/${name.slice(0, 2)}/${name}`);
  }

  placeAt(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.config.bucket, Key: `${this.config.prefix}${path}` };
  }

  /** Runs requests. @throws FileMissingError, StorageUnavailableError, StorageFullError, or the reason of the signal */
  async run<T>(work: (client: S3Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await work(this.client);
    } catch (error) {
      signal?.throwIfAborted();
      throw translate(error);
    }
  }

  /** Sends a request whose body and answer are short. @throws like `run` */
  ask<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: $Command<Input, Output, S3ClientResolvedConfig>,
  ): Promise<Output> {
    return this.#runShortly((client, limit) => client.send(command, limit));
  }

  /** Reads a short object. @throws like `run` */
  read(place: { Bucket: string; Key: string }): Promise<Buffer> {
    return this.#runShortly(async (client, limit) => {
      const { Body } = await client.send(new GetObjectCommand(place), limit);
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    });
  }

  async #runShortly<T>(
    work: (client: S3Client, limit: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const abortSignal = AbortSignal.timeout(answerMs);
    try {
      return await this.run((client) => work(client, { abortSignal }));
    } catch (error) {
      throw abortSignal.aborted ? noAnswer() : error;
    }
  }

  close(): void {
    this.client.destroy();
    this.signer.destroy();
  }
}

function clientConfig(config: S3Config, endpoint: string | undefined): S3ClientConfig {
  // Every download holds a connection for as long as it takes, and must not keep other requests waiting.
  const agent = { maxSockets: Number.POSITIVE_INFINITY, keepAlive: true, timeout: keptMs };
  return {
    region: config.region,
    forcePathStyle: config.pathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(config.credentials ? { credentials: config.credentials } : {}),
    // Stores other than AWS refuse streams with checksums in trailers. Chunks are checked by their signed SHA-256 instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5000,
      socketTimeout: pauseMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Otherwise the SDK prints a warning whenever the body of a request can't be sent twice.
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
  };
}

const noAnswer = () => new StorageUnavailableError('the object store does not answer');

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageUnavailableError) return error;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (full.includes(error.name) || status === 507) {
    return new StorageFullError('the object store is full', { cause: error });
  }
  if (missing.includes(error.name))
    return new FileMissingError('the stored object is missing', { cause: error });
  if (error.name === 'EntityTooLarge')
    return new ChunkError('too_large', 'The object store accepts no chunk this large');
  // The answer to completing an upload: the store lists a part that it no longer has.
  if (error.name === 'InvalidPart')
    return new BytesLostError('the object store has lost parts of the upload');
  // The object is in an archive from which it must first be retrieved.
  if (error.name === 'InvalidObjectState')
    return new UnreadableError('the stored object is archived', { cause: error });
  const reason = refused[error.name];
  if (reason) return new StorageUnavailableError(`the object store refuses: ${reason}`, { cause: error });
  return new StorageUnavailableError(`the object store can't be used: ${error.message}`, { cause: error });
}
