// A push service on a real socket, with browsers that subscribe at it. It checks who sends (RFC 8292), and the browsers decrypt
// what they get (RFC 8291), both without the server's own code.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../../test/waiting.ts';

export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What has arrived, decrypted. */
  messages: { title: string; body: string; url: string; tag: string }[];
  /** Waits until there are this many messages, and returns the last one. */
  next(count: number): Promise<Browser['messages'][number]>;
}

export interface PushServer {
  url: string;
  /** `publicKey`: the key with which the browser subscribes. Others are refused. */
  subscribe(publicKey: string): Browser;
  /** How many requests have arrived. */
  requests: number;
  /** The status of all requests from now on. Undefined: that of a working service. */
  status: number | undefined;
  /** Requests are not answered. */
  isSilent: boolean;
  close(): Promise<void>;
}

interface Inbox {
  browser: Browser;
  publicKey: string;
  open(body: Buffer): Buffer;
}

export async function startPushServer(): Promise<PushServer> {
  const inboxes = new Map<string, Inbox>();
  const server = createServer(async (request, response) => {
    pushServer.requests += 1;
    const pieces = await request.toArray();
    if (pushServer.isSilent) return;
    const inbox = inboxes.get(request.url ?? '');
    const status = pushServer.status ?? statusOf(request, inbox, pushServer.url);
    if (inbox && status === 201) {
      inbox.browser.messages.push(JSON.parse(inbox.open(Buffer.concat(pieces)).toString()));
    }
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pushServer: PushServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: 0,
    status: undefined,
    isSilent: false,
    subscribe(publicKey) {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const { keys, open } = createReceiver();
      const messages: Browser['messages'] = [];
      const browser: Browser = {
        subscription: { endpoint: pushServer.url + path, keys },
        messages,
        next: (count) =>
          eventually(() => {
            const last = messages[count - 1];
            if (!last) throw new Error(`${messages.length} of ${count} messages have arrived`);
            return last;
          }),
      };
      inboxes.set(path, { browser, publicKey, open });
      return browser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return pushServer;
}

/** As real services answer. */
function statusOf({ headers, method }: IncomingMessage, inbox: Inbox | undefined, origin: string): number {
  if (!inbox) return 410;
  if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm') return 400;
  if (!/^\d+$/.test(String(headers.ttl)) || !/^[\w-]{1,32}$/.test(String(headers.topic))) return 400;
  return isSigned(headers.authorization ?? '', inbox.publicKey, origin) ? 201 : 403;
}

/** RFC 8292 section 2. */
function isSigned(authorization: string, publicKey: string, origin: string): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const verifier = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' as const };
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    verifier,
    Buffer.from(signature, 'base64url'),
  );
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString() || '{}');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
  const isTimely = typeof exp === 'number';
  return (
    key === publicKey && isGenuine && alg === 'ES256' && aud === origin && isTimely && /^https:/.test(sub)
  );
}

/** RFC 8291 section 3, from the view of the browser. */
function createReceiver() {
  const pair = createECDH('prime256v1');
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    open(body: Buffer): Buffer {
      const salt = body.subarray(0, 16);
      const senderKey = body.subarray(21, 21 + body.readUInt8(20));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, senderKey]);
      const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const record = body.subarray(21 + senderKey.length);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      if (text.at(-1) !== 2) throw new Error('The record has no delimiter');
      return text.subarray(0, -1);
    },
  };
}
