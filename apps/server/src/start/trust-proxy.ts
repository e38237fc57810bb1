// Parses TRUST_PROXY: the proxies whose `X-Forwarded-…` headers are trusted.
import { isIP } from 'node:net';

export type TrustProxy = false | string | ((address: string, hop: number) => boolean);

/** Returns the value of Fastify's option `trustProxy` for a valid value of TRUST_PROXY. */
export function trustProxy(value: string): TrustProxy {
  if (value === 'off') return false;
  if (!/^\d+$/.test(value)) return value;
  const proxies = Number(value);
  return (_address, hop) => hop < proxies;
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

export function isTrustProxy(value: string): boolean {
  if (value === 'off' || /^\d{1,2}$/.test(value)) return true;
  return value.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/');
    const family = isIP(address);
    if (family === 0) return proxyNames.includes(part.trim());
    return (
      rest.length === 0 &&
      (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    );
  });
}
