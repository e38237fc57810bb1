// Child process of the catalogue rows: sends requests at a fixed rate, regardless of earlier answers, and times them from the
// moment they were due. It parses little HTTP.
import net from 'node:net';
import { setPriority } from 'node:os';
import { generate, type Phases, pause } from './generator.ts';

export interface OpenLoad {
  host: string;
  port: number;
  /** Of the sessions that ask in turn. */
  tokens: string[];
  paths: string[];
  perSecond: number;
  warmUpMs: number;
  measureMs: number;
}

export interface OpenResult {
  requests: number;
  /** Milliseconds from the moment a request was due; infinite if the server fell too far behind. */
  p50: number;
  p99: number;
  worst: number;
}

/** A server that is so far behind does not catch up. */
const maxBacklogSeconds = 3;

/** Below Node's backlog of 511, beyond which connections are refused. */
const mostConnections = 400;

interface Connection {
  /** Resolves when the answer is complete. */
  ask(path: string, token: string): Promise<void>;
  close(): void;
}

generate<OpenLoad, OpenResult>(async (load, phases) => {
  preferThisProcess();
  const connections = createPool(load);
  const times: number[] = [];
  const pending = new Set<Promise<void>>();

  async function send(sent: number, due: number, isMeasured: boolean): Promise<void> {
    const connection = await connections.take();
    await connection.ask(inTurn(load.paths, sent), inTurn(load.tokens, sent));
    if (isMeasured) times.push(performance.now() - due);
    connections.give(connection);
  }

  const total = ((load.warmUpMs + load.measureMs) / 1000) * load.perSecond;
  const started = performance.now();
  let failure: unknown;
  for (let sent = 0; sent < total; await pause(1)) {
    if (failure) throw failure;
    if (pending.size > load.perSecond * maxBacklogSeconds) return fellBehind(times.length, phases);
    const due = Math.min(total, ((performance.now() - started) / 1000) * load.perSecond);
    for (; sent < due; sent += 1) {
      const dueAt = started + (sent / load.perSecond) * 1000;
      const isMeasured = dueAt - started >= load.warmUpMs;
      if (isMeasured && times.length === 0) phases.measuring();
      const asked = send(sent, dueAt, isMeasured);
      pending.add(asked);
      void asked.catch((error) => {
        failure = error;
      });
      void asked.finally(() => pending.delete(asked)).catch(() => undefined);
    }
  }
  await Promise.all(pending);
  phases.measured();
  connections.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requests: times.length, p50: at(0.5), p99: at(0.99), worst: at(1) };
});

function inTurn(values: string[], index: number): string {
  return values[index % values.length] ?? '';
}

function fellBehind(requests: number, phases: Phases): OpenResult {
  phases.measuring();
  phases.measured();
  const never = Number.POSITIVE_INFINITY;
  return { requests, p50: never, p99: never, worst: never };
}

/** Raises the priority, because clients on other machines would not wait for a processor of this one. */
function preferThisProcess(): void {
  try {
    setPriority(-10);
  } catch {
    // Only root is permitted to.
  }
}

/** A request waits if all connections are busy. The measured time includes the wait. */
function createPool(load: OpenLoad) {
  const open: Connection[] = [];
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  return {
    async take(): Promise<Connection> {
      const free = idle.pop();
      if (free) return free;
      if (open.length === mostConnections) return new Promise((resolve) => waiting.push(resolve));
      const connection = openConnection(load);
      open.push(connection);
      return connection;
    },
    give(connection: Connection): void {
      const next = waiting.shift();
      if (next) next(connection);
      else idle.push(connection);
    },
    close(): void {
      for (const connection of open) connection.close();
    },
  };
}

function openConnection({ host, port }: OpenLoad): Connection {
  const socket = net.connect({ host, port, noDelay: true });
  let pending: { resolve: () => void; reject: (error: Error) => void } | undefined;
  let head = '';
  let left = 0;
  const fail = (error: Error) => pending?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed a connection')));
  socket.on('data', (piece: Buffer) => {
    let length = piece.length;
    if (left === 0) {
      head += piece.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const bodyLength = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
      if (!/^HTTP\/1\.1 200 /.test(head) || !bodyLength)
        return fail(new Error(`unexpected answer: ${head.slice(0, 200)}`));
      left = Number(bodyLength);
      length = head.length - end - 4;
      head = '';
    }
    left -= length;
    if (left === 0) pending?.resolve();
  });
  return {
    ask: (path, token) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        );
      }),
    close: () => {
      pending = undefined;
      socket.destroy();
    },
  };
}
