/**
 * Whether only programs on the same computer reach this address: RFC 6761 section 6.3, RFC 1122 section 3.2.1.3 (g), RFC 4291
 * section 2.5.3.
 */
export function isLoopbackUrl(url: string): boolean {
  return /^https?:\/\/(?:(?:[^/:]+\.)?localhost|127(?:\.\d+){1,3}|\[::1\])(?::\d+)?(?:[/?#]|$)/i.test(url);
}
