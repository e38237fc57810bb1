// Passes bytes of a file to a socket without copying them through this process (sendfile(2)), in Node's file threads. Works on Linux
// with the optional package koffi. docs/decisions/0003-file-sender.md explains the rules of this file.
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { messageOf } from './error-facts.ts';

/** A socket that can take bytes of a file without copying. */
export interface DirectSocket {
  /**
   * Passes bytes of an open file, which must stay open until `close` has resolved. Returns how many the socket has taken: none if it
   * is full, if it is closed, if the file has ended, or if its disk can't do this. Copying them tells which. One call at a time.
   */
  take(fd: number, position: number, length: number): Promise<number>;
  /** Resolves when no call uses the socket or a file any more. */
  close(): Promise<void>;
}

interface System {
  sendfile(socket: number, file: number, offset: BigInt64Array, count: number): Promise<number>;
  duplicate(socket: number): number;
  close(descriptor: number): void;
}

/** `fcntl` returns a new descriptor that programs started later do not inherit. */
const F_DUPFD_CLOEXEC = 1030;

let system: System | undefined | null = null;

/**
 * Returns undefined if only Node can write to this socket: on other systems, without koffi, with TLS, or while Node still has bytes
 * to write.
 */
export function openDirectSocket(socket: Socket | null): DirectSocket | undefined {
  const descriptor = descriptorOf(socket);
  if (socket === null || descriptor === undefined) return undefined;
  if (system === null) system = loadSystem();
  if (!system) return undefined;
  const { duplicate, sendfile, close } = system;
  // The system gives the number of a closed descriptor to the next connection, so this one has a number of its own.
  const own = duplicate(descriptor);
  if (own < 0) return undefined;
  const offset = new BigInt64Array(1);
  let running: Promise<number> = Promise.resolve(0);
  return {
    take(fd, position, length) {
      offset[0] = BigInt(position);
      running = sendfile(own, fd, offset, length).then((taken) => {
        const count = Math.max(0, taken);
        directBytes.set(socket, (directBytes.get(socket) ?? 0) + count);
        return count;
      });
      return running;
    },
    async close() {
      await running.catch(() => 0);
      close(own);
    },
  };
}

const directBytes = new WeakMap<Socket, number>();

/** Returns the bytes that a socket has taken, from Node or without copying. */
export function bytesWritten(socket: Socket): number {
  return socket.bytesWritten + (directBytes.get(socket) ?? 0);
}

/** Node does not document that the handle of a socket has its descriptor. */
function descriptorOf(socket: (Socket & { _handle?: { fd?: number } | null }) | null): number | undefined {
  if (!(socket instanceof Socket) || 'encrypted' in socket || socket.destroyed || socket.writableLength > 0) {
    return undefined;
  }
  const descriptor = socket._handle?.fd;
  return descriptor !== undefined && descriptor >= 0 ? descriptor : undefined;
}

function loadSystem(): System | undefined {
  // Elsewhere the types of the arguments differ.
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  try {
    const koffi: typeof import('koffi') = createRequire(import.meta.url)('koffi');
    const libc = koffi.load(null);
    const fcntl = libc.func('int fcntl(int fd, int command, int lowest)');
    const sendfile = libc.func('int64_t sendfile(int out, int in, void *offset, size_t count)');
    return {
      sendfile: promisify(sendfile.async) as System['sendfile'],
      duplicate: (socket) => fcntl(socket, F_DUPFD_CLOEXEC, 0),
      close: libc.func('int close(int fd)'),
    };
  } catch (error) {
    process.emitWarning(`files are sent more slowly, without sendfile: ${messageOf(error)}`);
    return undefined;
  }
}
