import type { FastifyRequest } from 'fastify';

/** `publicUrl` is a guess unless `hasPublicUrl`. */
export interface SiteAddress {
  publicUrl: string;
  hasPublicUrl: boolean;
}

/**
 * Returns the address of this site for links in an answer, without a slash at the end: PUBLIC_URL, or else the address that the
 * request was sent to. Use it only in answers that nobody else receives, because the request's headers say what it was.
 */
export function siteUrlOf(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl, hasPublicUrl }: SiteAddress,
): string {
  if (hasPublicUrl) return publicUrl;
  const url = `${protocol}://${host}`;
  return URL.canParse(url) && /^https?$/.test(protocol) ? new URL(url).origin : publicUrl;
}
