// A DNS server (RFC 1035) for one name, which answers each question with the next of the given addresses and forbids caching, as
// someone does who wants a checked name to lead elsewhere when it is used.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface RebindingResolver {
  /** How many questions for an IPv4 address have been answered. */
  questions: number;
  close(): void;
}

const typeA = 1;

/** Listens on port 53, which takes root. @param addresses IPv4 addresses, repeated from the start after the last one */
export async function startRebindingResolver(host: string, addresses: string[]): Promise<RebindingResolver> {
  const socket = createSocket('udp4');
  const resolver: RebindingResolver = { questions: 0, close: () => socket.close() };
  socket.on('message', (question, { port, address }) => {
    const type = question.readUInt16BE(question.length - 4);
    if (type !== typeA) return socket.send(answerTo(question), port, address);
    const next = addresses[resolver.questions % addresses.length] ?? '';
    resolver.questions += 1;
    socket.send(answerTo(question, next), port, address);
  });
  socket.bind(53, host);
  await once(socket, 'listening');
  return resolver;
}

/** Without an address, the answer says that the name has none of the requested type. */
function answerTo(question: Buffer, address?: string): Buffer {
  const asked = question.subarray(12);
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  // A response, recursion desired and available, no error.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(address ? 1 : 0, 6);
  if (!address) return Buffer.concat([head, asked]);
  const record = Buffer.alloc(16);
  // A pointer to the name in the question, type A, class IN, no time to live, four bytes.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(typeA, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(4, 10);
  Buffer.from(address.split('.').map(Number)).copy(record, 12);
  return Buffer.concat([head, asked, record]);
}
