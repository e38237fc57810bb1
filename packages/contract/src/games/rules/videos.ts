// Video links (specification section 2: the id of a video is the text after `v=`).

const videoId = /[?&]v=([A-Za-z0-9_-]{1,64})/;

/** Returns the text after `v=`, up to the first character that cannot be part of an id. */
export function videoIdOf(link: string): string | undefined {
  return videoId.exec(link)?.[1];
}

const shortLink = /^https:\/\/youtu\.be\/([A-Za-z0-9_-]{1,64})(?=[?#/]|$)/;

/** Returns the link as it is stored, with `v=`. The button Share of YouTube gives short ones. */
export function storedVideoLink(link: string): string {
  const id = shortLink.exec(link)?.[1];
  return id ? `https://www.youtube.com/watch?v=${id}` : link;
}

/** Returns the player's address on a host that sets no cookies before the video plays. */
export function videoPlayerUrl(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
}
