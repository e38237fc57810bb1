// Where an admin gets the keys of a provider. Links only: nothing is loaded from there. Used by the metadata settings.
import type { ProviderId } from '@cellar/contract/metadata.ts';

export const keyPages: Record<ProviderId, string | undefined> = {
  steam: undefined,
  igdb: 'https://dev.twitch.tv/console/apps',
  rawg: 'https://rawg.io/apidocs',
};
