// Child process of the S3 rows: sends parts straight to the store with the SDK, which hashes each part before it is sent.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { generate } from './generator.ts';
import type { UploadResult } from './upload-load.ts';

export interface S3UploadLoad {
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  upload: { Bucket: string; Key: string; UploadId: string };
  payloadFile: string;
  parts: number;
  atOnce: number;
}

interface Client {
  send(command: unknown): Promise<unknown>;
}

/** The server's copy of the SDK, and the same settings. */
const server = createRequire(new URL('../../apps/server/package.json', import.meta.url));
const { S3Client, UploadPartCommand } = server('@aws-sdk/client-s3') as {
  S3Client: new (config: object) => Client;
  UploadPartCommand: new (input: object) => unknown;
};

generate<S3UploadLoad, UploadResult>(async (load, phases) => {
  const { endpoint, credentials, upload } = load;
  const client = new S3Client({
    endpoint,
    credentials,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const payload = readFileSync(load.payloadFile);
  let part = 0;
  phases.measuring();
  const started = performance.now();
  async function sendParts(): Promise<void> {
    while (part < load.parts) {
      part += 1;
      await client.send(new UploadPartCommand({ ...upload, PartNumber: part, Body: payload }));
    }
  }
  await Promise.all(Array.from({ length: load.atOnce }, sendParts));
  const seconds = (performance.now() - started) / 1000;
  phases.measured();
  return { bytes: payload.length * load.parts, seconds };
});
