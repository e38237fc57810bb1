// Distinguishes public network addresses from private ones, so that requests to addresses supplied by others never reach the
// network of the server.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns false for loopback, private, link-local, shared, multicast, reserved and tunneled addresses, and for invalid ones. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `::ffff:127.0.0.1` is 127.0.0.1.
  const address = ipaddr.process(text);
  if (isIpv4Compatible(address.toByteArray())) return false;
  const range = address.range();
  if (range !== 'rfc6052') return range === 'unicast';
  // RFC 6052: an IPv4 address embedded in the last four bytes of an IPv6 address.
  return isPublicAddress(address.toByteArray().slice(-4).join('.'));
}

/** Returns true for a public IP address, as in a URL, and for every host name, whose addresses are not known yet. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublicAddress(host);
}

/** RFC 4291 section 2.5.5.1: addresses such as `::127.0.0.1` are deprecated, but some systems still route them. */
function isIpv4Compatible(bytes: number[]): boolean {
  return bytes.length === 16 && bytes.slice(0, 12).every((byte) => byte === 0);
}

export class PrivateAddress extends Error {}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * The DNS lookup of a socket. The socket connects to the addresses checked here, so a name cannot be public when checked and
 * private when used. A single private address is enough to refuse the name.
 */
export function lookupPublic(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    if (refused) return callback(new PrivateAddress(refused.address), []);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family);
  });
}
