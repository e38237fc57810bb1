// Video links as they are stored, and where their player is (specification section 2: the id is the text after `v=`).

const videoId = /[?&]v=([A-Za-z0-9_-]{1,64})/;

/** The text after `v=`, as far as it can be an id. */
export function videoIdOf(link: string): string | undefined {
  return videoId.exec(link)?.[1];
}

/** On the host that sets no cookies until the video plays. */
export function videoPlayerUrl(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
}
