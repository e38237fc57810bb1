// Identifies this browser at logins, so that its member is only told of logins on other devices.
import { stored } from './stored.ts';

const storedId = stored('cellar-device');

/** Returns 32 random hexadecimal digits, the same until the browser's storage is cleared. */
export function deviceId(): string {
  const known = storedId.get();
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  storedId.set(id);
  return id;
}
