// The sizes and addresses of stored pictures.

/** Widths in pixels, in addition to the full size, whose longer edge is at most `artworkMaxEdge`. */
export const artworkWidths = [200, 400, 800] as const;

export const artworkMaxEdge = 1920;

/** The limits of an uploaded picture: bytes of the file, and pixels of the picture. */
export const artworkMaxBytes = 20 * 1024 ** 2;
export const artworkMaxPixels = 50_000_000;

/** AVIF has a lower limit, because decoding it takes three times the memory of other formats: over 1 GB for 50 megapixels. */
export const artworkMaxAvifPixels = 16_000_000;

/** `{sha256}.webp` is the full-size picture; `{sha256}-400.webp` is at most 400 pixels wide. */
export const artworkName = /^([0-9a-f]{64})(?:-(200|400|800))?\.webp$/;

/** Returns the address of a picture from its full-size name. */
export function artworkUrl(name: string): string {
  return `/api/artwork/${name}`;
}

/** The inverse of `artworkUrl`. */
export function artworkNameOf(url: string): string {
  return url.slice(artworkUrl('').length);
}

/** Returns the name of the picture that is at most `width` pixels wide, from its full-size name. */
export function artworkNameAt(name: string, width: (typeof artworkWidths)[number]): string {
  return name.replace(/\.webp$/, `-${width}.webp`);
}

/** The address of a full-size picture. */
export const artworkPath = /^(\/api\/artwork\/[0-9a-f]{64})\.webp$/;

/** Returns the address of the picture that is at most `width` pixels wide. Does not change addresses of other pictures. */
export function artworkUrlAt(url: string, width: (typeof artworkWidths)[number]): string {
  return url.replace(artworkPath, `$1-${width}.webp`);
}

/** Returns a value for `srcset`, or undefined if the address is not that of a stored picture. */
export function artworkSrcSet(url: string): string | undefined {
  if (!artworkPath.test(url)) return undefined;
  return artworkWidths.map((width) => `${artworkUrlAt(url, width)} ${width}w`).join(', ');
}
