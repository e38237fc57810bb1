// The name a downloaded file gets at home.

// Refused by Windows in a name; control characters never get into a title.
const forbidden = /[<>:"/\\|?*]+/g;
/** Common file systems take 255 bytes; the platform and the extension need their share. */
const maxTitleBytes = 180;

/** `Fate/stay night`, `Windows v1.2`, `.zip` → `Fate stay night (Windows v1.2).zip`. */
export function downloadFileName(title: string, platform: string, extension: string): string {
  // A dot at the beginning hides a file on Unix.
  const name = cutToBytes(clean(title).replace(/^[. ]+/, ''), maxTitleBytes).trim() || 'game';
  return `${name} (${clean(platform)})${extension}`;
}

function clean(text: string): string {
  return text.replace(forbidden, ' ').replace(/\s+/g, ' ').trim();
}

function cutToBytes(text: string, max: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += utf8Bytes(character.codePointAt(0) ?? 0);
    if (bytes > max) break;
    kept += character;
  }
  return kept;
}

function utf8Bytes(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
