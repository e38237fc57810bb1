// The names that admins have given to ranges of addresses, such as that of the clubhouse.
import { BlockList, isIPv6 } from 'node:net';
import type { Place } from '@cellar/contract/admin/settings.ts';

/**
 * Returns the name of the first range that contains `network` (see `networkOf`). Of an IPv6 network, its first address counts.
 */
export function placeOf(network: string | null, places: readonly Place[]): string | undefined {
  const address = network?.replace(/\/64$/, '');
  if (!address) return undefined;
  return places.find(({ range }) => contains(range, address))?.name;
}

function contains(range: string, address: string): boolean {
  const [base = '', length] = range.split('/');
  const family = isIPv6(base) ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(base, length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length), family);
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
