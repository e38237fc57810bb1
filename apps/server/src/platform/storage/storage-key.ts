const keyPattern = /^[A-Za-z0-9_-]{8,64}$/;

export function isStorageKey(name: string): boolean {
  return keyPattern.test(name);
}

/** Keys come from the database. Nevertheless, no other text than an id may ever become part of a path. */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('not a storage key');
  return key;
}
