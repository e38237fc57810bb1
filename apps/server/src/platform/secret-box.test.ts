// Sealed secrets can be opened with the same key and purpose only.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const keyPath = () => join(dataDir, 'secret-key');

describe('a secret box', () => {
  it('opens any text that it has sealed', async () => {
    const box = createSecretBox({ dataDir });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 50 }), async (text) => {
        const sealed = await box.seal(text, 'a test');
        expect(await box.open(sealed, 'a test')).toBe(text);
        expect(await box.open(sealed, 'something else')).toBeUndefined();
      }),
      { numRuns: 30 },
    );
    expect(await box.seal('same', 'x')).not.toBe(await box.seal('same', 'x'));
  });

  it('creates its key file on first use, readable only by its owner, and keeps it', async () => {
    const box = createSecretBox({ dataDir });
    expect(await box.open('v1.AAAA', 'x')).toBeUndefined();
    await expect(stat(keyPath())).rejects.toThrow('ENOENT');
    const sealed = await Promise.all([1, 2, 3].map(() => box.seal('secret', 'x')));
    expect((await stat(keyPath())).mode & 0o777).toBe(0o600);
    const again = createSecretBox({ dataDir });
    for (const each of sealed) expect(await again.open(each, 'x')).toBe('secret');
  });

  it('opens no text with another key, and no modified text', async () => {
    const box = createSecretBox({ dataDir });
    const sealed = await box.seal('secret', 'x');
    for (let at = 3; at < sealed.length; at += 7) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(await box.open(changed, 'x'), `at ${at}`).toBeUndefined();
    }
    for (const broken of ['', 'v1.', 'v2.abc', sealed.slice(0, -3), 'v1.€']) {
      expect(await box.open(broken, 'x')).toBeUndefined();
    }
    await writeFile(keyPath(), `${'k'.repeat(43)}\n`);
    expect(await box.open(sealed, 'x')).toBeUndefined();
  });

  it('refuses to seal with an empty key', async () => {
    const sealed = await createSecretBox({ dataDir }).seal('secret', 'x');
    for (const emptied of ['', ' \n', 'short']) {
      await writeFile(keyPath(), emptied);
      const box = createSecretBox({ dataDir });
      await expect(box.seal('secret', 'x'), emptied).rejects.toThrow('too short');
      expect(await box.open(sealed, 'x')).toBeUndefined();
    }
  });

  it('uses the key of the environment without creating a file', async () => {
    const secretKey = 'a key that is long enough for this purpose';
    const sealed = await createSecretBox({ dataDir, secretKey }).seal('secret', 'x');
    await expect(readFile(keyPath())).rejects.toThrow('ENOENT');
    expect(await createSecretBox({ dataDir: '/nowhere', secretKey }).open(sealed, 'x')).toBe('secret');
  });
});

describe('a signature', () => {
  it('is deterministic for its text and purpose', async () => {
    const box = createSecretBox({ dataDir });
    const signature = await box.sign('member', 'a test');
    expect(signature).toMatch(/^[\w-]{43}$/);
    const again = createSecretBox({ dataDir });
    expect(await again.sign('member', 'a test')).toBe(signature);
    expect(await again.isSigned('member', signature, 'a test')).toBe(true);
    expect(await again.isSigned('member', signature, 'something else')).toBe(false);
    expect(await again.isSigned('another', signature, 'a test')).toBe(false);
  });

  it('does not match a changed text or another key', async () => {
    const box = createSecretBox({ dataDir });
    const signature = await box.sign('member', 'x');
    for (let at = 0; at < signature.length; at += 1) {
      const changed = signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1);
      expect(await box.isSigned('member', changed, 'x'), `at ${at}`).toBe(false);
    }
    for (const broken of ['', `${signature}=`, `${signature}A`, signature.slice(1), '€'.repeat(43)]) {
      expect(await box.isSigned('member', broken, 'x'), broken).toBe(false);
    }
    await writeFile(keyPath(), `${'k'.repeat(43)}\n`);
    expect(await box.isSigned('member', signature, 'x')).toBe(false);
  });

  it('matches nothing if there is no key', async () => {
    const box = createSecretBox({ dataDir });
    expect(await box.isSigned('member', 'A'.repeat(43), 'x')).toBe(false);
    await expect(stat(keyPath())).rejects.toThrow('ENOENT');
  });
});
