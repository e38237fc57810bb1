// The client of clamd, with a real clamd, and with servers that fail in ways in which a real one rarely does.
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { zipOf } from '#test/zips.ts';
import {
  eicar,
  eicarName,
  isClamdMissing,
  maxStreamBytes,
  startClamd,
} from '../../../../test/clamd/clamd.mjs';
import { type Clamd, ClamdAwayError, createClamd, ScanBrokenError } from './clamd.ts';
import { parseClamdUrl } from './clamd-address.ts';
import { newId } from './tokens.ts';

const never = new AbortController().signal;

async function* inPieces(bytes: Buffer, length = 10_000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const scan = (clamd: Clamd, bytes: Buffer) =>
  clamd.scan({ size: bytes.length, stream: inPieces(bytes) }, never);

function clientOf(url: string): Clamd {
  const address = parseClamdUrl(url);
  if (!address) throw new Error(`no address of clamd: ${url}`);
  return createClamd(address);
}

it.each([
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['tcp:127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://clamd:3310', { host: 'clamd', port: 3310 }],
  ['tcp:[::1]:3310', { host: '::1', port: 3310 }],
  ...['unix:clamd.ctl', 'unix:/', 'tcp:clamd', 'tcp:clamd:0', 'tcp:clamd:65536', 'http://clamd:3310', ''].map(
    (value): [string, undefined] => [value, undefined],
  ),
])('%s is the address %o', (value, address) => {
  expect(parseClamdUrl(value)).toEqual(address);
});

describe.skipIf(isClamdMissing())('a real clamd', () => {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  let daemon: Awaited<ReturnType<typeof startClamd>>;
  beforeAll(async () => {
    daemon = await startClamd({ TCPSocket: port, TCPAddr: '127.0.0.1' });
  });
  afterAll(() => daemon.stop());

  describe.each([
    ['a socket file', () => daemon.url],
    ['a port', () => `tcp:127.0.0.1:${port}`],
  ])('at %s', (_, url) => {
    it('says its version', async () => {
      expect(await clientOf(url()).version()).toEqual({
        text: expect.stringMatching(/^ClamAV \d/),
        signaturesAt: null,
      });
    });

    it('finds a threat anywhere in a file, and nothing in other files', async () => {
      const clamd = clientOf(url());
      const padding = Buffer.alloc(300_000, 'x');
      const threat = Buffer.concat([padding, Buffer.from(eicar), padding]);
      expect(await scan(clamd, threat)).toEqual({ result: 'infected', threat: eicarName });
      expect(await scan(clamd, padding)).toEqual({ result: 'clean' });
      expect(await scan(clamd, Buffer.alloc(0))).toEqual({ result: 'clean' });
      expect(await scan(clamd, Buffer.alloc(maxStreamBytes, 'x'))).toEqual({ result: 'clean' });
    });

    it('never calls a refused file clean, and does not read it to the end', async () => {
      let read = 0;
      async function* endless() {
        for (; ; read += 1) yield Buffer.alloc(65_536);
      }
      // Pieces are still on their way when clamd refuses the file, so one try shows little.
      for (let tries = 0; tries < 30; tries += 1) {
        const file = { size: 4_000_000_000, stream: endless() };
        expect(await clientOf(url()).scan(file, never)).toEqual({ result: 'too_large' });
      }
      expect(read).toBeLessThan(30 * 100);
    });
  });

  it('does not call an archive clean that it scanned only in part, if it is set to say so', async () => {
    const [strict, silent] = await Promise.all([
      startClamd({ MaxFileSize: '1M', MaxScanSize: '1M' }),
      startClamd({ MaxFileSize: '1M', MaxScanSize: '1M', AlertExceedsMax: 'no' }),
    ]);
    onTestFinished(async () => {
      await Promise.all([strict.stop(), silent.stop()]);
    });
    const archive = await zipOf({ 'large.bin': Buffer.alloc(2_000_000) });
    expect(await scan(clientOf(strict.url), archive)).toEqual({ result: 'too_large' });
    expect(await scan(clientOf(silent.url), archive)).toEqual({ result: 'clean' });
    expect(await clientOf(strict.url).reportsLimits()).toBe(true);
    expect(await clientOf(silent.url).reportsLimits()).toBe(false);
  });
});

/** Starts a server that answers each connection in this way, once it has sent something. */
async function serve(answer: (socket: Socket) => void): Promise<Clamd> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return clientOf(`tcp:127.0.0.1:${(server.address() as AddressInfo).port}`);
}

describe('a clamd that fails', () => {
  const file = Buffer.alloc(200_000);

  it('is away if nothing listens', async () => {
    const path = join(tmpdir(), `cellar-${newId()}.sock`);
    const clamd = clientOf(`unix:${path}`);
    await expect(clamd.version()).rejects.toThrow(/ENOENT/);
    await writeFile(path, '');
    onTestFinished(() => rm(path));
    await expect(scan(clamd, file)).rejects.toBeInstanceOf(ClamdAwayError);
  });

  it('is away if another program answers', async () => {
    const clamd = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\0'));
    await expect(clamd.version()).rejects.toThrow('what answers there is not clamd');
  });

  it('has scanned nothing if it ends the connection', async () => {
    const clamd = await serve((socket) => socket.destroy());
    await expect(scan(clamd, file)).rejects.toBeInstanceOf(ScanBrokenError);
  });

  it.each([
    'stream: Can not allocate memory ERROR\0',
    'COMMAND READ TIMED OUT\0',
    '\0',
    'OK\0',
    'x'.repeat(9000),
  ])('has scanned nothing if it answers %.30j', async (answer) => {
    const clamd = await serve((socket) => socket.end(answer));
    await expect(scan(clamd, file)).rejects.toBeInstanceOf(ScanBrokenError);
  });

  it('is left when the scan is aborted', async () => {
    const clamd = await serve(() => undefined);
    const aborting = new AbortController();
    const scanned = clamd.scan({ size: file.length, stream: inPieces(file) }, aborting.signal);
    aborting.abort(new Error('the server stops'));
    await expect(scanned).rejects.toThrow('the server stops');
  });

  it('does not get the end of a file that cannot be read', async () => {
    const clamd = await serve(() => undefined);
    async function* broken() {
      yield Buffer.alloc(10);
      throw new Error('the disk is broken');
    }
    await expect(clamd.scan({ size: 20, stream: broken() }, never)).rejects.toThrow('the disk is broken');
    const short = { size: 20, stream: inPieces(Buffer.alloc(10)) };
    await expect(clamd.scan(short, never)).rejects.toThrow('10 bytes instead of 20');
  });
});
