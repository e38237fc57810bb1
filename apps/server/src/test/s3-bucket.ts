// Buckets of the S3 store that the test run has started (TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY, TEST_S3_SECRET_KEY).
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { parseS3Address, type S3Config } from '#platform/storage/s3/s3-address.ts';
import { newId } from '#platform/tokens.ts';

export const endpoint = process.env.TEST_S3_ENDPOINT ?? '';
export const credentials = {
  accessKeyId: process.env.TEST_S3_ACCESS_KEY ?? '',
  secretAccessKey: process.env.TEST_S3_SECRET_KEY ?? '',
};

export interface TestBucket {
  client: S3Client;
  config: S3Config;
  /** The environment variables of a server that uses the bucket. */
  env: Record<string, string>;
}

/** `at`: the address of the store, if it is not reached directly. */
export async function createBucket(at = endpoint): Promise<TestBucket> {
  const name = `test-${newId()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, 'x')}`;
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  const url = `s3://${name}/library?endpoint=${at}&pathStyle=true`;
  const address = parseS3Address(url);
  if (!address) throw new Error(`${url} is not an address`);
  const env = {
    STORAGE_URL: url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  return { client, config: { ...address, credentials }, env };
}
