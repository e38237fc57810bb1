// The protocol of push services: encrypts messages (RFC 8291) and proves who sends them (RFC 8292).
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  hkdfSync,
  type JsonWebKeyInput,
  randomBytes,
  sign,
} from 'node:crypto';

/** The keys of a browser. */
export interface PushKeys {
  /** An uncompressed point, 65 bytes. */
  p256dh: Buffer;
  /** 16 bytes. */
  auth: Buffer;
}

/** The keys of this server, in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const curve = 'prime256v1';
/** RFC 8188 section 2.1. A message is a single record, and push services take no more than 4096 bytes. */
const recordSize = 4096;

/** `fixed`: salt and private key, which are otherwise random. For the example of RFC 8291. */
export function encryptPush(
  text: Buffer,
  { p256dh, auth }: PushKeys,
  fixed?: { salt: Buffer; privateKey: Buffer },
): Buffer<ArrayBuffer> {
  const sender = createECDH(curve);
  if (fixed) sender.setPrivateKey(fixed.privateKey);
  else sender.generateKeys();
  const salt = fixed?.salt ?? randomBytes(16);
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const secret = derive(sender.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(recordSize, 16);
  header.writeUInt8(senderKey.length, 20);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The last record ends with 2 (RFC 8188 section 2).
  const body = [cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([header, senderKey, ...body]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Whether this is a point of the curve. With any other, nothing can be encrypted. */
export function isPushKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, curve, 'base64url', 'base64url', 'uncompressed');
    return Buffer.from(p256dh, 'base64url')[0] === 4;
  } catch {
    return false;
  }
}

/** Returns undefined for the few numbers that are not valid private keys. */
export function vapidKeysOf(privateKey: string): VapidKeys | undefined {
  const pair = createECDH(curve);
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    return undefined;
  }
  return { publicKey: pair.getPublicKey('base64url'), privateKey };
}

/** The value of the header `Authorization`. `contact`: an address at which the push service can reach the sender. */
export function vapidHeader(
  endpoint: string,
  { publicKey, privateKey }: VapidKeys,
  { contact, expiresAt }: { contact: string | undefined; expiresAt: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(expiresAt.getTime() / 1000),
    ...(contact && { sub: contact }),
  };
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = createPrivateKey(jwkOf(publicKey, privateKey));
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

function jwkOf(publicKey: string, d: string): JsonWebKeyInput {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return { format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d } };
}
