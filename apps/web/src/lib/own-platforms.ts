// The platforms that admins have added. Only admins can read the list.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { platformChoices } from '@cellar/contract/games/rules/platforms.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { queryKeys } from './query-keys.ts';
import { useApi } from './services-context.ts';

export const ownPlatformsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.platforms.list,
    queryFn: async ({ signal }) => (await client.call(contributorApi.listPlatforms, { signal })).platforms,
  });

/** Returns the specification's choices and then the own platforms. Includes `chosen` even if it is not in the list (yet). */
export function usePlatformChoices(chosen: string): string[] {
  const { data: own = [] } = useQuery(ownPlatformsQuery(useApi()));
  const choices: string[] = [...platformChoices, ...own.map(({ name }) => name)];
  return chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen];
}
