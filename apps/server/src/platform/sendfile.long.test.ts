// Thousands of short connections that both sides cut at any moment: no client ever receives a byte of another one's file. The system
// gives the number of a closed connection to the next one, so a mistake here would send a file to a stranger.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { planFileAnswer } from '#http/file-answer.ts';
import { sendFile } from '#http/send-file.ts';
import { openFilesUnder } from '#test/traces.ts';
import { openPath } from './storage/disk/disk-files.ts';

const MiB = 1024 * 1024;
const size = 16 * MiB;
const connections = Number(process.env.CUT_CONNECTIONS ?? 600);
const atOnce = 40;

/** Every eight bytes name the file and their position in it. */
function contentOf(file: number): Buffer {
  const words = new BigUint64Array(size / 8);
  for (let at = 0; at < words.length; at += 1) words[at] = (BigInt(file) << 48n) | BigInt(at);
  return Buffer.from(words.buffer);
}

it('no byte reaches another connection, whoever cuts the first one and when', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cellar-cuts-'));
  const contents = Array.from({ length: 4 }, (_, file) => contentOf(file + 1));
  for (const [file, content] of contents.entries()) await writeFile(join(folder, String(file)), content);
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const file = await openPath(join(folder, pathname));
    const facts = { etag: '"1"', lastModified: file.modifiedAt, size: file.size };
    const described = { ...facts, contentType: 'application/zip', disposition: 'attachment' };
    const stop = new AbortController();
    const stopAfter = searchParams.get('stop');
    if (stopAfter) setTimeout(() => stop.abort(), Number(stopAfter));
    await sendFile({
      request,
      response,
      answer: planFileAnswer(request, described),
      source: file,
      signal: stop.signal,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ends = { whole: 0, cut: 0, left: 0 };
  let begun = 0;
  try {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (begun < connections) {
          begun += 1;
          ends[await fetchSome(port, contents)] += 1;
        }
      }),
    );
    console.info(ends);
    expect(Math.min(...Object.values(ends))).toBeGreaterThan(connections / 20);
    await expect.poll(() => openFilesUnder(folder)).toEqual([]);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  }
});

/** Asks for a part of a file on a connection of its own, compares each byte, and disconnects at a random moment or never. */
async function fetchSome(port: number, contents: Buffer[]): Promise<'whole' | 'cut' | 'left'> {
  const file = Math.floor(Math.random() * contents.length);
  const start = Math.random() < 0.5 ? 0 : Math.floor(Math.random() * (size / 2));
  const content = (contents[file] as Buffer).subarray(start);
  const leaveAt = Math.random() < 0.5 ? Math.floor(Math.random() * content.length) : Number.POSITIVE_INFINITY;
  const stop = Math.random() < 0.3 ? `?stop=${Math.floor(Math.random() * 50)}` : '';
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`GET /${file}${stop} HTTP/1.1\r\nHost: x\r\nRange: bytes=${start}-\r\n\r\n`);
  let head: Buffer | undefined = Buffer.alloc(0);
  let received = 0;
  try {
    for await (const piece of socket as AsyncIterable<Buffer>) {
      let body = piece;
      if (head) {
        head = Buffer.concat([head, piece]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) continue;
        expect(head.toString('latin1', 0, 12)).toBe('HTTP/1.1 206');
        body = head.subarray(end + 4);
        head = undefined;
      }
      if (!body.equals(content.subarray(received, received + body.length))) {
        throw new Error(`wrong bytes of file ${file} after ${start + received}`);
      }
      received += body.length;
      if (received === content.length) return 'whole';
      if (received >= leaveAt) return 'left';
      if (Math.random() < 0.01) await sleep(5);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  } finally {
    if (Math.random() < 0.5) socket.resetAndDestroy();
    else socket.destroy();
  }
  return 'cut';
}
