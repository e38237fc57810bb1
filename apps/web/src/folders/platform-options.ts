// The platforms that can be chosen for folders and items.
import {
  isVersion,
  needsVersion,
  platformChoices,
  storedPlatform,
} from '@cellar/contract/games/rules/platforms.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownPlatformsQuery } from '#lib/own-platforms.ts';
import { useApi } from '#lib/services-context.ts';

/**
 * Returns the specification's choices, among them those that need a version, and then the own platforms. The array stays
 * the same until the platforms change, because long lists of memoized rows use it.
 */
export function usePlatforms(): readonly string[] {
  const { data: own } = useQuery(ownPlatformsQuery(useApi()));
  return useMemo(() => [...platformChoices, ...(own ?? []).map(({ name }) => name)], [own]);
}

/**
 * Returns the platforms that can be chosen. With a version, also the platforms with this version, such as
 * `Windows v1.2`. A current value that is none of these comes last.
 */
export function platformOptions(
  platforms: readonly string[],
  { version = '', current = '' }: { version?: string; current?: string } = {},
): string[] {
  const options = platforms.flatMap((choice) => {
    if (!needsVersion(choice)) return [choice];
    return isVersion(version) ? [storedPlatform(choice, version)] : [];
  });
  return current && !options.includes(current) ? [...options, current] : options;
}
