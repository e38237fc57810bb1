// Decodes the placeholder that is shown while a picture loads: its ThumbHash as a data: URL. Also remembers which
// pictures have been shown. Both memories are bounded, because a member may scroll past a hundred thousand covers.
import { thumbHashToDataURL } from 'thumbhash';

const keptPlaceholders = 400;
const keptAddresses = 2000;

const placeholders = new Map<string, string | undefined>();
const shown = new Set<string>();

/**
 * Returns a value for `background-image`, or undefined for an invalid ThumbHash. Decodes each ThumbHash only once, when
 * rendered.
 */
export function placeholderOf(thumbhash: string): string | undefined {
  if (!placeholders.has(thumbhash)) {
    keepBelow(placeholders, keptPlaceholders);
    placeholders.set(thumbhash, decode(thumbhash));
  }
  return placeholders.get(thumbhash);
}

/** Returns whether a picture has been shown before. It then does not fade in again when its card is remounted. */
export function hasBeenShown(url: string): boolean {
  return shown.has(url);
}

export function rememberShown(url: string): void {
  if (shown.has(url)) return;
  keepBelow(shown, keptAddresses);
  shown.add(url);
}

function decode(thumbhash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return bytes.length < 5 ? undefined : `url(${thumbHashToDataURL(bytes)})`;
  } catch {
    return undefined;
  }
}

/** Removes the oldest entries. Maps and sets keep their insertion order. */
function keepBelow(memory: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of memory.keys()) {
    if (memory.size < most) return;
    memory.delete(key);
  }
}
