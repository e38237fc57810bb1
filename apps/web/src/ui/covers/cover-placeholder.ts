// What stands in a picture's place until it has come: its ThumbHash as a data: URL, and which pictures came before.
// Used by cover.tsx. Both memories are bounded, since a member may scroll past a hundred thousand covers.
import { thumbHashToDataURL } from 'thumbhash';

const keptPlaceholders = 400;
const keptAddresses = 2000;

const placeholders = new Map<string, string | undefined>();
const shown = new Set<string>();

/** For `background-image`; undefined for what is no ThumbHash. Decoded once, and only for what is rendered. */
export function placeholderOf(thumbhash: string): string | undefined {
  if (!placeholders.has(thumbhash)) {
    keepBelow(placeholders, keptPlaceholders);
    placeholders.set(thumbhash, decode(thumbhash));
  }
  return placeholders.get(thumbhash);
}

/** A picture that was there before is not faded in again when a list brings its card back. */
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

/** Maps and sets keep the order of insertion: what came first goes first. */
function keepBelow(memory: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of memory.keys()) {
    if (memory.size < most) return;
    memory.delete(key);
  }
}
