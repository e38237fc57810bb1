// Where facts and pictures of games come from: the providers, their order, their keys and how they are.
import { z } from 'zod';
import { line, time } from './text.ts';

export const providerIds = ['steam', 'igdb', 'rawg'] as const;
export const providerId = z.enum(providerIds);
export type ProviderId = z.infer<typeof providerId>;

export const metadataKeyNames = ['igdbClientId', 'igdbClientSecret', 'rawgApiKey'] as const;
export const metadataKeyName = z.enum(metadataKeyNames);
export type MetadataKeyName = z.infer<typeof metadataKeyName>;

const metadataKey = z.object({
  name: metadataKeyName,
  isSet: z.boolean(),
  /** Its last four characters, where they tell little enough. The key itself is never told. */
  hint: z.string().nullable(),
  /** False when it was encrypted with another secret key: it has to be entered again. */
  isReadable: z.boolean(),
  /** By IGDB_CLIENT_ID and the like, which win; it can't be changed here. */
  isFromEnvironment: z.boolean(),
});

export const metadataProvider = z
  .object({
    id: providerId,
    name: z.string(),
    /** It stands in the order of asking. */
    isEnabled: z.boolean(),
    /** It has the keys it needs. */
    isConfigured: z.boolean(),
    keys: z.array(metadataKey),
    /** Where it is asked, when STEAM_URL and the like name another place. */
    mirror: z.string().nullable(),
    lastSuccessAt: time.nullable(),
    lastError: z.object({ at: time, message: z.string() }).nullable(),
    /** It is not asked until then. */
    pausedUntil: time.nullable(),
  })
  .meta({ id: 'MetadataProvider' });
export type MetadataProviderStatus = z.infer<typeof metadataProvider>;

/** In the order of asking; those that are not asked come last. */
export const metadataSettings = z.object({
  providers: z.array(metadataProvider),
  /** By METADATA_PROVIDERS, which wins; it can't be changed here. */
  isOrderFromEnvironment: z.boolean(),
  /** Whether games that are added are searched for by themselves. */
  autoMatch: z.boolean(),
});
export type MetadataSettings = z.infer<typeof metadataSettings>;

/** A key of null is forgotten; one that is not named stays. */
const key = line(200)
  .regex(/^[\x21-\x7e]*$/, 'must not contain spaces or special characters')
  .nullable()
  .optional();

export const metadataSettingsBody = z.object({
  /** Those that are not named are not asked. */
  order: z
    .array(providerId)
    .max(providerIds.length)
    .refine((order) => new Set(order).size === order.length, 'must not name a provider twice')
    .optional(),
  keys: z.object({ igdbClientId: key, igdbClientSecret: key, rawgApiKey: key }).optional(),
  autoMatch: z.boolean().optional(),
});

export const testProviderBody = z.object({ provider: providerId });

export const testProviderResponse = z.object({
  ok: z.boolean(),
  /** Plain English, ready to show. */
  message: z.string(),
});
