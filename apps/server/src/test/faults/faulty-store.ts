// A server in front of the object store that passes requests on, answers them itself, or spoils the answers, as a test tells it to.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoint } from '../s3-store.ts';

/** `pass` sends the request to the store and resolves with its answer. */
export type Behaviour = (
  asked: IncomingMessage,
  answer: ServerResponse,
  pass: () => Promise<IncomingMessage>,
) => Promise<void>;

export interface FaultyStore {
  address: string;
  behave: Behaviour;
  close(): void;
}

export const passOn: Behaviour = async (_asked, answer, pass) => {
  const from = await pass();
  answer.writeHead(from.statusCode ?? 500, from.headers);
  from.pipe(answer);
};

export async function openFaultyStore(): Promise<FaultyStore> {
  const store: FaultyStore = {
    address: '',
    behave: passOn,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((asked, answer) => {
    store.behave(asked, answer, () => pass(asked)).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  store.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return store;
}

async function pass(asked: IncomingMessage): Promise<IncomingMessage> {
  const { method, headers, url = '' } = asked;
  const passed = request(new URL(url, endpoint), { method, headers });
  asked.pipe(passed);
  const [answer] = await once(passed, 'response');
  return answer;
}

/** Reads a request or an answer to its end. */
export async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await message.toArray());
}
