// `node scripts/make-secrets.mjs FOLDER`: creates the secrets of a cluster as files, unless they exist. Used by compose.yaml.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const folder = process.argv[2];

const secret = (bytes) => randomBytes(bytes).toString('hex');

/** Returns the content of the file, which is created if it is missing. Each service reads as a user of its own. */
function keep(name, content) {
  const path = join(folder, name);
  if (!existsSync(path)) {
    // A crash must not leave half of a secret.
    writeFileSync(`${path}.new`, content, { mode: 0o444 });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, 'utf8');
}

const password = keep('database-password', secret(24));
keep('database-url', `postgres://cellar:${password}@database/cellar`);
keep('s3-key-id', secret(10));
keep('s3-key', secret(20));
keep('secret-key', secret(32));
