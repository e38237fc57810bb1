// Child process of the upload rows: sends the same payload repeatedly with different heads and tails over a few persistent
// connections. Started by src/load.ts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import net from 'node:net';

export interface UploadLoad {
  host: string;
  port: number;
  /** Sent in the middle of every request. */
  payloadFile: string;
  requests: UploadRequest[];
  atOnce: number;
  /** Hashes each payload before it is sent, like the page. */
  isHashed?: boolean;
}

export interface UploadRequest {
  /** The head of the request and the part of the body before the payload. */
  before: string;
  after: string;
}

export interface UploadResult {
  bytes: number;
  seconds: number;
}

process.once('message', (load: UploadLoad) => {
  void run(load).then(
    (result) => process.send?.({ result }, () => process.exit(0)),
    (error: Error) => process.send?.({ error: error.message }, () => process.exit(1)),
  );
});

async function run(load: UploadLoad): Promise<UploadResult> {
  const payload = readFileSync(load.payloadFile);
  const waiting = [...load.requests];
  const sockets = await Promise.all(Array.from({ length: load.atOnce }, () => connect(load)));
  process.send?.('measuring');
  const started = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      for (let request = waiting.shift(); request; request = waiting.shift()) {
        if (load.isHashed) createHash('sha256').update(payload).digest();
        await exchange(socket, request, payload);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  process.send?.('measured');
  for (const socket of sockets) socket.destroy();
  return { bytes: payload.length * load.requests.length, seconds };
}

function connect({ host, port }: UploadLoad): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Resolves when the answer is complete. Rejects, which ends the run, unless it is a success. */
function exchange(socket: net.Socket, request: UploadRequest, payload: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const onData = (data: Buffer) => {
      answer += data.toString('latin1');
      const end = answer.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1] ?? 0);
      if (end < 0 || answer.length < end + 4 + length) return;
      socket.off('data', onData).off('close', onClose);
      if (/^HTTP\/1\.1 20[014] /.test(answer)) resolve();
      else reject(new Error(`unexpected answer: ${answer.slice(0, 600)}`));
    };
    const onClose = () => reject(new Error('the server closed the connection'));
    socket.on('data', onData).once('close', onClose);
    socket.cork();
    socket.write(request.before, 'latin1');
    socket.write(payload);
    socket.write(request.after, 'latin1');
    socket.uncork();
  });
}
