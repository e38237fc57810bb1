// The visitor's operating system, as far as it has a platform of its own.

export type OwnSystem = 'Windows' | 'Mac' | 'Linux';

/** The relevant properties of `navigator`. */
export interface Browser {
  userAgent: string;
  maxTouchPoints: number;
  /** Only some browsers have it, and only in secure contexts. */
  userAgentData?: { platform: string };
}

/** Returns undefined for phones, tablets and anything unknown. */
export function ownSystem({
  userAgent,
  maxTouchPoints,
  userAgentData,
}: Browser = navigator): OwnSystem | undefined {
  const name = userAgentData?.platform || userAgent;
  // Android and Chrome OS contain "Linux" or "X11", too.
  if (/Android|CrOS|Chrome OS|iPhone|iPad|iPod|Windows Phone/i.test(name)) return undefined;
  if (/Windows/i.test(name)) return 'Windows';
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  if (/Macintosh|macOS/i.test(name)) return maxTouchPoints > 1 ? undefined : 'Mac';
  return /Linux|X11/i.test(name) ? 'Linux' : undefined;
}
