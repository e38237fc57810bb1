// Changes to a game's box art and screenshots, and checks of picture files before upload.
import { artworkMaxBytes } from '@cellar/contract/games/rules/artwork.ts';

/** URLs of uploaded pictures, as in `Game`. */
export interface GameImages {
  boxArtUrl: string | null;
  gameplayImages: string[];
}

/**
 * Adds a screenshot unless the list already contains it. URLs derive from the content, so uploading a picture again
 * returns the same URL.
 */
export function withScreenshot(images: GameImages, url: string, index = images.gameplayImages.length) {
  const { gameplayImages: urls } = images;
  if (urls.includes(url)) return images;
  return { ...images, gameplayImages: [...urls.slice(0, index), url, ...urls.slice(index)] };
}

export function withoutScreenshot(images: GameImages, url: string): GameImages {
  return { ...images, gameplayImages: images.gameplayImages.filter((other) => other !== url) };
}

export function withScreenshotMoved(images: GameImages, url: string, index: number): GameImages {
  return withScreenshot(withoutScreenshot(images, url), url, index);
}

export type PictureProblem = 'notAPicture' | 'tooLarge' | 'empty';

/** Accepted MIME types. */
export const acceptedPictures = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** Checks a file before its upload. The server checks files whose type the browser does not know. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): PictureProblem | undefined {
  if (type !== '' && !acceptedPictures.includes(type)) return 'notAPicture';
  if (size === 0) return 'empty';
  return size > artworkMaxBytes ? 'tooLarge' : undefined;
}

/** Elements that handle pasting themselves. */
const textFields = 'input:not([type="file"]), textarea, select, [contenteditable="true"]';

/** Returns the pasted pictures, or none if the user is pasting into a text field. */
export function pastedPictures(event: ClipboardEvent): File[] {
  if (event.defaultPrevented || (event.target as Element | null)?.closest?.(textFields)) return [];
  return [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
