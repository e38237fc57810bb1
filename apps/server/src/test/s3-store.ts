// Buckets of the S3 store that the test run has started (TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY, TEST_S3_SECRET_KEY).

import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { parseS3Address, type S3Config } from '#platform/storage/s3/s3-address.ts';
import { newId } from '#platform/tokens.ts';
import { createSelfSigned, type SelfSigned } from './self-signed.ts';

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

// A server in front of the object store, which can change its answers.

export interface StoreFront {
  address: string;
  requests: IncomingMessage[];
  close(): void;
}

type Answer = (from: IncomingMessage, to: ServerResponse, asked: IncomingMessage) => void;

/** Passes requests on to the store, and its answers back in whatever way `answer` chooses. */
export async function openStoreFront(answer: Answer = passOn, certificate?: SelfSigned): Promise<StoreFront> {
  const requests: IncomingMessage[] = [];
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    requests.push(from);
    const { method, headers, url = '' } = from;
    from.pipe(request(new URL(url, endpoint), { method, headers }, (answered) => answer(answered, to, from)));
  };
  const server = certificate ? createTlsFront(certificate, pass) : createServer(pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `${certificate ? 'https' : 'http'}://localhost:${port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Shows the certificate only to clients that send the server's name. */
function createTlsFront(certificate: SelfSigned, pass: RequestListener): Server {
  const server = createTlsServer(createSelfSigned(), pass);
  server.addContext('localhost', certificate);
  return server;
}

export function passOn(from: IncomingMessage, to: ServerResponse): void {
  to.writeHead(from.statusCode ?? 500, from.headers);
  from.pipe(to);
}
