// The store of the S3 rows: a real one with all data in memory, and one bucket.
import { createRequire } from 'node:module';
import { startRadosGateway } from '../../test/object-store/rados-gateway.mjs';
import { removeAtExit } from './leftovers.ts';

interface Client {
  send(command: unknown): Promise<{ UploadId?: string }>;
  destroy(): void;
}
type Command = new (input: object) => unknown;

/** The server's copy of the SDK. */
const server = createRequire(new URL('../../apps/server/package.json', import.meta.url));
const sdk = server('@aws-sdk/client-s3') as { S3Client: new (config: object) => Client } & Record<
  'CreateBucketCommand' | 'CreateMultipartUploadCommand' | 'AbortMultipartUploadCommand',
  Command
>;

const bucket = 'bench';

export interface BenchStore {
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The environment of a server that uses the bucket. */
  env: Record<string, string>;
  beginUpload(key: string): Promise<DirectUpload>;
  abortUpload(upload: DirectUpload): Promise<void>;
  stop(): Promise<void>;
}

export interface DirectUpload {
  Bucket: string;
  Key: string;
  UploadId: string;
}

export async function startStore(): Promise<BenchStore> {
  const gateway = await startRadosGateway();
  const { endpoint, accessKeyId, secretAccessKey } = gateway;
  const kill = removeAtExit(() => void gateway.stop());
  const credentials = { accessKeyId, secretAccessKey };
  const client = new sdk.S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await client.send(new sdk.CreateBucketCommand({ Bucket: bucket }));
  return {
    endpoint,
    credentials,
    env: {
      STORAGE_URL: `s3://${bucket}/library?endpoint=${endpoint}&pathStyle=true`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async beginUpload(key) {
      const place = { Bucket: bucket, Key: key };
      const { UploadId = '' } = await client.send(new sdk.CreateMultipartUploadCommand(place));
      return { ...place, UploadId };
    },
    async abortUpload(upload) {
      await client.send(new sdk.AbortMultipartUploadCommand(upload));
    },
    async stop() {
      client.destroy();
      kill();
      await gateway.stop();
    },
  };
}
