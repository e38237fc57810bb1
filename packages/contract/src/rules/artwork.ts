// The sizes in which a picture of ours is kept, and the addresses they have.

/** Pixels. Beside these a picture is kept as it is shown largest, at most `artworkMaxEdge` on its longer edge. */
export const artworkWidths = [200, 400, 800] as const;

export const artworkMaxEdge = 1920;

/** What an admin may send in: bytes of the file, and pixels of the picture in it. */
export const artworkMaxBytes = 20 * 1024 ** 2;
export const artworkMaxPixels = 50_000_000;

/** Of an AVIF: reading one takes three times the memory of another format, at 50 megapixels more than 1 GB. */
export const artworkMaxAvifPixels = 16_000_000;

/** `{sha256}.webp` is the whole picture, `{sha256}-400.webp` the same at most 400 pixels wide. */
export const artworkName = /^([0-9a-f]{64})(?:-(200|400|800))?\.webp$/;

/** Of a whole picture's name. */
export function artworkUrl(name: string): string {
  return `/api/artwork/${name}`;
}

/** Of an address that `artworkUrl` has given. */
export function artworkNameOf(url: string): string {
  return url.slice(artworkUrl('').length);
}

/** Of a whole picture's name, the name of the same picture at most `width` pixels wide. */
export function artworkNameAt(name: string, width: (typeof artworkWidths)[number]): string {
  return name.replace(/\.webp$/, `-${width}.webp`);
}

/** The address of one of our pictures, whole. */
export const artworkPath = /^(\/api\/artwork\/[0-9a-f]{64})\.webp$/;

/** Of one of our pictures; any other address is given back as it is. */
export function artworkUrlAt(url: string, width: (typeof artworkWidths)[number]): string {
  return url.replace(artworkPath, `$1-${width}.webp`);
}

/** For `srcset`; undefined for an address that is not of one of our pictures. */
export function artworkSrcSet(url: string): string | undefined {
  if (!artworkPath.test(url)) return undefined;
  return artworkWidths.map((width) => `${artworkUrlAt(url, width)} ${width}w`).join(', ');
}
