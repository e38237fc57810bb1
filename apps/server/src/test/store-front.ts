// A server in front of the object store, which can change its answers.
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
import { endpoint } from './s3-bucket.ts';
import { createSelfSigned, type SelfSigned } from './self-signed.ts';

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
