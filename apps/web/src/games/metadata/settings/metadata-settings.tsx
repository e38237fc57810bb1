// The metadata providers in their order, with keys and states.
import type {
  MetadataProviderStatus,
  ProviderId,
  MetadataSettings as Settings,
} from '@cellar/contract/games/metadata.ts';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { Section } from '#ui/section.tsx';
import styles from './metadata-settings.module.css';
import {
  type MetadataChanges,
  metadataSettingsQuery,
  useChangeMetadataSettings,
} from './metadata-settings.queries.ts';
import { ProviderCard } from './provider-card.tsx';

export function MetadataSettings() {
  const { t } = useTranslation('metadataSettings');
  const query = useQuery(metadataSettingsQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height="16rem" />
        </div>
      )}
      {query.isError && !query.data && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data && <Providers settings={query.data} />}
    </Section>
  );
}

function Providers({ settings }: { settings: Settings }) {
  const { t } = useTranslation('metadataSettings');
  const [announcement, setAnnouncement] = useState('');
  const { order, autoMatch, put } = usePendingSettings(settings);
  const shown = [
    ...order.flatMap((id) => settings.providers.filter((provider) => provider.id === id)),
    ...settings.providers.filter(({ id }) => !order.includes(id)),
  ];
  const move = ({ id, name }: MetadataProviderStatus, by: -1 | 1) => {
    const place = order.indexOf(id);
    const other = order[place + by];
    if (!other) return;
    put({ order: order.with(place, other).with(place + by, id) });
    setAnnouncement(t('moved', { name, position: place + by + 1 }));
  };
  const ask = (id: ProviderId, isAsked: boolean) => {
    const others = order.filter((asked) => asked !== id);
    put({ order: isAsked ? [...others, id] : others });
  };
  return (
    <div className={styles.body}>
      <Switch
        label={t('autoMatch')}
        description={t('autoMatchHint')}
        isOn={autoMatch}
        onChange={(isOn) => put({ autoMatch: isOn })}
      />
      <h3>{t('order')}</h3>
      {settings.isOrderFromEnvironment && <p className={styles.dim}>{t('orderFromEnvironment')}</p>}
      <ol className={styles.providers} aria-label={t('order')}>
        {shown.map((provider) => (
          <ProviderCard
            key={provider.id}
            provider={provider}
            isAsked={order.includes(provider.id)}
            place={order.indexOf(provider.id)}
            last={order.length - 1}
            isOrderFixed={settings.isOrderFromEnvironment}
            onMove={(by) => move(provider, by)}
            onAsk={(isAsked) => ask(provider.id, isAsked)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

/** Returns the settings including changes that are being saved, so that a switch moves at once. */
function usePendingSettings(settings: Settings) {
  const change = useChangeMetadataSettings();
  const [pending, setPending] = useState<MetadataChanges>({});
  return {
    order: pending.order ?? settings.providers.filter(({ isEnabled }) => isEnabled).map(({ id }) => id),
    autoMatch: pending.autoMatch ?? settings.autoMatch,
    put(part: MetadataChanges) {
      setPending((now) => ({ ...now, ...part }));
      // React Query calls this only for the last change. From then on, the server's settings are shown.
      change.mutate(part, { onSettled: () => setPending({}) });
    },
  };
}
