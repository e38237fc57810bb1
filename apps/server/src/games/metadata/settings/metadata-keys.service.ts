// The providers' keys. Keys from the environment take precedence; the others are stored encrypted. Only the providers read them;
// the API returns masked keys.

import { type MetadataKeyName, metadataKeyNames } from '@cellar/contract/games/metadata.ts';
import type { Trx } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';

export type MetadataKeys = ReturnType<typeof createMetadataKeys>;

interface Deps extends Pick<Base, 'db' | 'clock' | 'box'> {
  fromEnvironment: Partial<Record<MetadataKeyName, string>>;
}

export interface MaskedKey {
  name: MetadataKeyName;
  isSet: boolean;
  hint: string | null;
  isReadable: boolean;
  isFromEnvironment: boolean;
}

/** For a shorter key, the last four characters would reveal too much. */
const minHintedLength = 12;

export function createMetadataKeys({ db, clock, box, fromEnvironment }: Deps) {
  async function read(name: MetadataKeyName): Promise<string | undefined> {
    const given = fromEnvironment[name];
    if (given !== undefined) return given;
    const row = await db
      .selectFrom('metadataKeys')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirst();
    return row && box.open(row.sealed, purposeOf(name));
  }

  return {
    /** Returns undefined if the key is not set or can't be decrypted. */
    read,

    isFromEnvironment: (name: MetadataKeyName): boolean => fromEnvironment[name] !== undefined,

    async listMasked(): Promise<MaskedKey[]> {
      const rows = await db.selectFrom('metadataKeys').select('name').execute();
      return Promise.all(
        metadataKeyNames.map(async (name) => {
          const isFromEnvironment = fromEnvironment[name] !== undefined;
          const isSet = isFromEnvironment || rows.some((row) => row.name === name);
          const key = isSet ? await read(name) : undefined;
          const hint = key && key.length >= minHintedLength ? key.slice(-4) : null;
          return { name, isSet, hint, isReadable: isSet === (key !== undefined), isFromEnvironment };
        }),
      );
    },

    /** Encrypts a key. Call this outside a transaction, because it may create the file of the secret key. */
    seal: (name: MetadataKeyName, key: string): Promise<string> => box.seal(key, purposeOf(name)),

    /** Stores an encrypted key. Null deletes the key. */
    async store(trx: Trx, name: MetadataKeyName, sealed: string | null): Promise<void> {
      if (sealed === null) {
        await trx.deleteFrom('metadataKeys').where('name', '=', name).execute();
        return;
      }
      const values = { sealed, updatedAt: isoAt(clock) };
      await trx
        .insertInto('metadataKeys')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute();
    },
  };
}

function purposeOf(name: MetadataKeyName): string {
  return `metadata key ${name}`;
}
