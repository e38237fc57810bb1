// The metadata providers: their order, their keys and their current status.
import { z } from 'zod';
import { line, named, time } from '../text.ts';

export const providerIds = ['steam', 'igdb', 'rawg'] as const;
export const providerId = z.enum(providerIds);
export type ProviderId = z.infer<typeof providerId>;

export const metadataKeyNames = ['igdbClientId', 'igdbClientSecret', 'rawgApiKey'] as const;
export const metadataKeyName = z.enum(metadataKeyNames);
export type MetadataKeyName = z.infer<typeof metadataKeyName>;

const metadataKey = z.object({
  name: metadataKeyName,
  isSet: z.boolean(),
  /** The last four characters of a long enough key. The key itself is never returned. */
  hint: z.string().nullable(),
  /** False if the key was encrypted with a different secret key and must be entered again. */
  isReadable: z.boolean(),
  /** An environment variable (such as IGDB_CLIENT_ID) sets the key, so it cannot be changed here. */
  isFromEnvironment: z.boolean(),
});

export const metadataProvider = named('MetadataProvider', {
  id: providerId,
  name: z.string(),
  /** The provider is part of the search order. */
  isEnabled: z.boolean(),
  /** All required keys are set. */
  isConfigured: z.boolean(),
  keys: z.array(metadataKey),
  /** The address that an environment variable (such as STEAM_URL) sets in place of the provider's own. */
  mirror: z.string().nullable(),
  lastSuccessAt: time.nullable(),
  lastError: z.object({ at: time, message: z.string() }).nullable(),
  /** The server sends no requests to the provider until this time. */
  pausedUntil: time.nullable(),
});
export type MetadataProviderStatus = z.infer<typeof metadataProvider>;

/** The providers in search order. Disabled ones come last. */
export const metadataSettings = z.object({
  providers: z.array(metadataProvider),
  /** METADATA_PROVIDERS sets the order, so it cannot be changed here. */
  isOrderFromEnvironment: z.boolean(),
  /** Cellar automatically searches for the metadata of new games. */
  autoMatch: z.boolean(),
});
export type MetadataSettings = z.infer<typeof metadataSettings>;

/** Null deletes the key. An absent key does not change. */
const key = line(200)
  .regex(/^[\x21-\x7e]*$/, 'must not contain spaces or special characters')
  .nullable()
  .optional();

export const metadataSettingsBody = z.object({
  /** The enabled providers in search order. */
  order: z
    .array(providerId)
    .max(providerIds.length)
    .refine((order) => new Set(order).size === order.length, 'must not name a provider twice')
    .optional(),
  keys: z.object({ igdbClientId: key, igdbClientSecret: key, rawgApiKey: key }).optional(),
  autoMatch: z.boolean().optional(),
});
export type MetadataChanges = z.infer<typeof metadataSettingsBody>;

export const testProviderBody = z.object({ provider: providerId });

export const testProviderResponse = z.object({
  ok: z.boolean(),
  /** Plain English that can be shown to people. */
  message: z.string(),
});
