// Video links (specification section 2: the id is the text after `v=`).

const videoId = /[?&]v=([A-Za-z0-9_-]{1,64})/;

/** The text after `v=`, up to the first character that is not part of an id. */
export function videoIdOf(link: string): string | undefined {
  return videoId.exec(link)?.[1];
}

/** The player on the host that sets no cookies before the video plays. */
export function videoPlayerUrl(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
}
