// Encrypts secrets in the database, and signs links, with a key from the environment or from a file that is created on first
// use. A copy of the database without that key reveals nothing and can sign nothing.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushName, linkOrCopy } from './storage/disk/flush.ts';

export type SecretBox = ReturnType<typeof createSecretBox>;

interface Options {
  dataDir: string;
  /** Used instead of the key file. */
  secretKey?: string | undefined;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const version = 'v1.';
/** The minimum length of the secret key. An empty file must not result in a key that anyone can guess. */
const minKeyLength = 32;

export function createSecretBox(options: Options) {
  return {
    /** A text sealed for one purpose cannot be opened for another. */
    async seal(text: string, purpose: string): Promise<string> {
      const key = deriveKey(await getKey(options));
      const iv = randomBytes(ivBytes);
      const seal = createCipheriv(cipher, key, iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([iv, seal.update(text, 'utf8'), seal.final(), seal.getAuthTag()]);
      return version + sealed.toString('base64url');
    },

    /** Returns undefined if the key or the purpose differs, or if the text was changed. */
    async open(sealed: string, purpose: string): Promise<string | undefined> {
      const material = await readKey(options);
      if (!material || !sealed.startsWith(version)) return undefined;
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
      return bytes.length < ivBytes + tagBytes ? undefined : decrypt(bytes, deriveKey(material), purpose);
    },

    /** Deterministic, URL-safe, 43 characters. */
    sign: async (text: string, purpose: string): Promise<string> =>
      signatureOf(text, await getKey(options), purpose),

    /** Returns a text that is the same for equal keys and reveals nothing about them. Undefined if there is no key yet. */
    async fingerprint(): Promise<string | undefined> {
      const material = await readKey(options);
      return material && signatureOf('', material, 'fingerprint');
    },

    async isSigned(text: string, signature: string, purpose: string): Promise<boolean> {
      const material = await readKey(options);
      if (!material) return false;
      const right = Buffer.from(signatureOf(text, material, purpose));
      const given = Buffer.from(signature);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** The path of the key file, for backups. */
export function keyPath(dataDir: string): string {
  return join(dataDir, 'secret-key');
}

/** Returns undefined if there is no key, and an empty string if the key is too short. */
async function readKey({ dataDir, secretKey }: Options): Promise<string | undefined> {
  const text =
    secretKey ??
    (await readFile(keyPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }));
  return text && text.trim().length < minKeyLength ? '' : text;
}

/** Returns the key, and creates it if there is none. */
async function getKey(options: Options): Promise<string> {
  let material = await readKey(options);
  if (material === undefined) {
    await makeKey(options.dataDir);
    material = await readKey(options);
  }
  if (!material) throw new Error('the secret key is missing or too short');
  // Another call, or a process that was killed, may have made the file a moment ago. Without the key, what it encrypts is lost.
  if (options.secretKey === undefined) await flushName(keyPath(options.dataDir));
  return material;
}

/** Writes a draft first, so that the key file is always complete. If two nodes do this at the same time, the first one wins. */
async function makeKey(dataDir: string): Promise<void> {
  const path = keyPath(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await file.sync();
    await linkOrCopy(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

function decrypt(bytes: Buffer, key: Buffer, purpose: string): string | undefined {
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(ivBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function deriveKey(material: string, use = 'secrets'): Buffer {
  return Buffer.from(hkdfSync('sha256', material.trim(), '', `cellar ${use}`, 32));
}

function signatureOf(text: string, material: string, purpose: string): string {
  const key = deriveKey(material, `signatures ${purpose}`);
  return createHmac('sha256', key).update(text).digest('base64url');
}
