// The pictures of a game while they are edited: box art and screenshots, and which files can become one. Pure.
import { artworkMaxBytes } from '@cellar/contract/rules/artwork.ts';

/** Addresses of pictures of ours, as `game` has them. */
export interface GameImages {
  boxArtUrl: string | null;
  gameplayImages: string[];
}

/** Each picture once: it is known by its content, so the same one sent again has the same address. */
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

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** For the file chooser. */
export const acceptedPictures = types.join(',');

/** What can be told before it is sent; a file whose kind the browser does not know is the server's to judge. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): PictureProblem | undefined {
  if (type !== '' && !types.includes(type)) return 'notAPicture';
  if (size === 0) return 'empty';
  return size > artworkMaxBytes ? 'tooLarge' : undefined;
}

/** Where typed text goes: there a paste is the field's own. */
const textFields = 'input:not([type="file"]), textarea, select, [contenteditable="true"]';

/** The pictures of a paste; none where it is meant for a text field. */
export function pastedPictures(event: ClipboardEvent): File[] {
  if (event.defaultPrevented || (event.target as Element | null)?.closest?.(textFields)) return [];
  return [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
