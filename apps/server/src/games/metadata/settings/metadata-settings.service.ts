// The admin's settings for the providers: order, keys, status, and a test of each provider.

import {
  type MetadataChanges,
  type MetadataKeyName,
  type MetadataProviderStatus,
  type MetadataSettings,
  metadataKeyNames,
  type ProviderId,
  providerIds,
} from '@cellar/contract/games/metadata.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Settings, SettingsService } from '#admin/settings.service.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import type { ProviderCheck } from '../providers/provider.ts';
import type { ProviderStatus } from '../providers/provider-status.repository.ts';
import * as repository from '../providers/provider-status.repository.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import type { MaskedKey, MetadataKeys } from './metadata-keys.service.ts';

export type MetadataSettingsService = ReturnType<typeof createMetadataSettingsService>;

interface Deps extends Pick<Base, 'db' | 'clock'> {
  audit: AuditService;
  settings: SettingsService;
  keys: MetadataKeys;
  providers: ProvidersService;
  fromEnvironment: { order?: ProviderId[]; urls: Partial<Record<ProviderId | 'igdbAuth', string>> };
}

const keysOf: Record<ProviderId, MetadataKeyName[]> = {
  steam: [],
  igdb: ['igdbClientId', 'igdbClientSecret'],
  rawg: ['rawgApiKey'],
};

/** The time limit of the Test button. */
const checkMs = 20_000;

export function createMetadataSettingsService(deps: Deps) {
  return {
    get: () => get(deps),
    change: (admin: { email: string }, changes: MetadataChanges) => change(deps, admin, changes),

    async test(id: ProviderId): Promise<ProviderCheck> {
      const provider = deps.providers.get(id);
      if (!(await provider.isConfigured())) {
        return { ok: false, message: `${provider.name} needs ${neededBy[id]} first. Enter it and save.` };
      }
      return provider.check({ signal: AbortSignal.timeout(checkMs) });
    },
  };
}

async function get(deps: Deps): Promise<MetadataSettings> {
  const { db, settings, keys, providers, fromEnvironment } = deps;
  const order = await providers.order();
  const facts = { statuses: await repository.listStatuses(db), keys: await keys.listMasked() };
  const all = [...order, ...providerIds.filter((id) => !order.includes(id))];
  return {
    providers: await Promise.all(all.map((id) => present(deps, id, order, facts))),
    isOrderFromEnvironment: fromEnvironment.order !== undefined,
    autoMatch: (await settings.get()).autoMatch,
  };
}

async function present(
  { clock, providers, fromEnvironment }: Deps,
  id: ProviderId,
  order: ProviderId[],
  facts: Facts,
): Promise<MetadataProviderStatus> {
  const { name, isConfigured } = providers.get(id);
  const status = facts.statuses.find((row) => row.id === id);
  const pausedUntil = status?.pausedUntil ?? null;
  return {
    id,
    name,
    isEnabled: order.includes(id),
    isConfigured: await isConfigured(),
    keys: facts.keys.filter((key) => keysOf[id].includes(key.name)),
    mirror: fromEnvironment.urls[id] ?? null,
    lastSuccessAt: status?.lastSuccessAt ?? null,
    lastError: lastErrorOf(status),
    pausedUntil: repository.isPaused({ pausedUntil }, clock) ? pausedUntil : null,
  };
}

/** Stores the changes. The audit log records the names of changed keys, but not their values. */
async function change(deps: Deps, admin: { email: string }, changes: MetadataChanges): Promise<void> {
  const { db, audit, settings, keys } = deps;
  refuseOverridden(deps, changes);
  const { order, autoMatch } = changes;
  const named = metadataKeyNames.filter((name) => changes.keys?.[name] !== undefined);
  if (!order && autoMatch === undefined && named.length === 0) return;
  const sealed = await Promise.all(
    named.map(async (name) => {
      const key = changes.keys?.[name];
      return key ? keys.seal(name, key) : null;
    }),
  );
  const changedSettings: Partial<Settings> = {};
  if (order) changedSettings.metadataProviders = order;
  if (autoMatch !== undefined) changedSettings.autoMatch = autoMatch;
  await db.transaction().execute(async (trx) => {
    await settings.set(trx, changedSettings);
    for (const [index, name] of named.entries()) await keys.store(trx, name, sealed[index] ?? null);
    // End the pause of a provider that refused the old key.
    const changed = providerIds.filter((id) => keysOf[id].some((name) => named.includes(name)));
    await repository.endPauses(trx, changed);
    const changedKeys = Object.fromEntries(
      named.map((name, index) => [name, sealed[index] ? 'set' : 'removed']),
    );
    await audit.write(trx, {
      action: 'settings_changed',
      actor: admin.email,
      detail: JSON.stringify({ ...changedSettings, ...changedKeys }),
    });
  });
}

/** @throws AppError set_by_environment for settings that the environment overrides */
function refuseOverridden(
  { keys, fromEnvironment }: Deps,
  { order, keys: changed = {} }: MetadataChanges,
): void {
  const isKeyFixed = metadataKeyNames.some(
    (name) => changed[name] !== undefined && keys.isFromEnvironment(name),
  );
  if (isKeyFixed || (order && fromEnvironment.order)) {
    throw new AppError('set_by_environment', 'This is set by the environment and can’t be changed here.');
  }
}

const neededBy: Record<ProviderId, string> = {
  steam: 'nothing',
  igdb: 'a client ID and a client secret',
  rawg: 'an API key',
};

interface Facts {
  statuses: ProviderStatus[];
  keys: MaskedKey[];
}

function lastErrorOf(status: ProviderStatus | undefined): MetadataProviderStatus['lastError'] {
  const { lastErrorAt: at, lastError: message } = status ?? {};
  return at && message ? { at, message } : null;
}
