// The names of downloaded files, and of the files inside cheat archives.

// Windows forbids these characters. Titles contain no control characters.
const forbidden = /[<>:"/\\|?*]+/g;
/** Common filesystems allow names of 255 bytes, which include the platform and the extension. */
const maxTitleBytes = 180;

/** `Fate/stay night`, `Windows v1.2`, `.zip` → `Fate stay night (Windows v1.2).zip`. */
export function downloadFileName(title: string, platform: string, extension: string): string {
  // A leading dot would hide the file on Unix.
  const name = cutToBytes(clean(title).replace(/^[. ]+/, ''), maxTitleBytes).trim() || 'game';
  return `${name} (${clean(platform)})${extension}`;
}

// These characters change the direction of text, so that `gpj.exe` can look like `exe.jpg`.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// Device names on Windows, with any extension ("Naming Files, Paths, and Namespaces", learn.microsoft.com).
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(?= *(\.|$))/i;
const maxFileNameBytes = 200;
/** A longer text after the last dot is not an extension. */
const maxExtension = 16;

/**
 * Makes an untrusted name safe on every system. Removes paths, drives, control characters, and dots and spaces at both ends.
 * Prefixes names of Windows devices with `_`. Returns an empty text if nothing is left.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const plain = last.replace(/^[A-Za-z]:/, '').replace(/\p{Cc}+/gu, ' ');
  const trimmed = trimDots(clean(plain));
  const dot = trimmed.lastIndexOf('.');
  const hasExtension = dot > 0 && trimmed.length - dot <= maxExtension;
  const extension = hasExtension ? trimmed.slice(dot) : '';
  const base = trimmed.slice(0, trimmed.length - extension.length);
  const kept = trimDots(cutToBytes(base, maxFileNameBytes - byteLength(extension))) + extension;
  return kept.replace(reserved, '_$1');
}

/** The name of a folder for a game's files: `Fate/stay night` → `Fate stay night`. */
export function gameFolderName(title: string): string {
  return safeFileName(clean(title)) || 'game';
}

/** `God Mode: v1.2` → `God Mode v1.2.zip`. */
export function cheatArchiveName(name: string): string {
  return safeFileName(`${safeFileName(name.replace(/[\\/]/g, ' ')) || 'cheat'}.zip`);
}

/** Removes dots and spaces at both ends. Avoids `/[. ]+$/`, which takes seconds for a hostile name full of dots. */
function trimDots(text: string): string {
  const isTrimmed = (at: number) => text[at] === '.' || text[at] === ' ';
  let [start, end] = [0, text.length];
  while (start < end && isTrimmed(start)) start += 1;
  while (end > start && isTrimmed(end - 1)) end -= 1;
  return text.slice(start, end);
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += utf8Bytes(character.codePointAt(0) ?? 0);
  return bytes;
}

function clean(text: string): string {
  return text.replace(bidiControls, '').replace(forbidden, ' ').replace(/\s+/g, ' ').trim();
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
