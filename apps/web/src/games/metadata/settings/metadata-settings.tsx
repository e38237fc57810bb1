// The metadata providers in their order, with keys and states.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type {
  MetadataProviderStatus,
  ProviderId,
  MetadataSettings as Settings,
} from '@cellar/contract/games/metadata.ts';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { formatMoment } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { MoveButton } from '#ui/lists/sortable-list.tsx';
import { Section } from '#ui/section.tsx';
import { ServerText } from '../server-text.tsx';
import styles from './metadata-settings.module.css';
import {
  type MetadataChanges,
  metadataSettingsQuery,
  useChangeMetadataSettings,
} from './metadata-settings.queries.ts';
import { ProviderKeys } from './provider-keys.tsx';

export function MetadataSettings() {
  const { t } = useTranslation('metadataSettings');
  const query = useQuery(metadataSettingsQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && <LoadingBlock label={t('loading')} height="16rem" />}
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
    <div className={layout.stack4}>
      <Switch
        label={t('autoMatch')}
        description={t('autoMatchHint')}
        isOn={autoMatch}
        onChange={(isOn) => put({ autoMatch: isOn })}
      />
      <h3>{t('order')}</h3>
      {settings.isOrderFromEnvironment && <p className={layout.small}>{t('orderFromEnvironment')}</p>}
      <ol className={layout.stack4} aria-label={t('order')}>
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

interface ProviderCardProps {
  provider: MetadataProviderStatus;
  isAsked: boolean;
  /** The position in the order, from 0; -1 if the provider is turned off. */
  place: number;
  last: number;
  isOrderFixed: boolean;
  onMove(by: -1 | 1): void;
  onAsk(isAsked: boolean): void;
}

/** A metadata provider: switch, position, keys, state and test. */
function ProviderCard(props: ProviderCardProps) {
  const { provider, isAsked, place, isOrderFixed, onAsk } = props;
  const { t } = useTranslation('metadataSettings');
  const { id, name } = provider;
  return (
    <li className={styles.provider} data-off={!isAsked || undefined}>
      <div className={styles.head}>
        <span className={styles.place} aria-hidden>
          {isAsked ? place + 1 : '–'}
        </span>
        <h4 className={styles.name}>{name}</h4>
        <StateBadge provider={provider} isAsked={isAsked} />
        {!isOrderFixed && isAsked && <MoveButtons {...props} />}
      </div>
      <Switch
        label={t('ask', { name })}
        description={t(`about.${id}`)}
        isOn={isAsked}
        disabled={isOrderFixed}
        onChange={onAsk}
      />
      {provider.mirror && <p className={layout.small}>{t('mirror', { address: provider.mirror })}</p>}
      {provider.keys.length > 0 && <ProviderKeys provider={provider} />}
      <ProviderState provider={provider} />
      <ProviderTest id={id} name={name} />
    </li>
  );
}

function StateBadge({ provider, isAsked }: Pick<ProviderCardProps, 'provider' | 'isAsked'>) {
  const { t } = useTranslation('metadataSettings');
  const [state, tone] = stateOf(provider, isAsked);
  return <Badge tone={tone}>{t(`state.${state}`)}</Badge>;
}

function stateOf({ isConfigured, pausedUntil }: MetadataProviderStatus, isAsked: boolean) {
  type State = readonly ['asked' | 'off' | 'needsKeys' | 'paused', BadgeTone];
  const states: [boolean, State][] = [
    [!isAsked, ['off', 'neutral']],
    [!isConfigured, ['needsKeys', 'bad']],
    [pausedUntil !== null, ['paused', 'info']],
  ];
  return states.find(([is]) => is)?.[1] ?? (['asked', 'good'] as const);
}

function MoveButtons({ provider: { name }, place, last, onMove }: ProviderCardProps) {
  const { t } = useTranslation('metadataSettings');
  return (
    <span className={styles.moves}>
      <MoveButton
        size="xl"
        label={t('up', { name })}
        icon={<IconArrowUp size={18} />}
        onMove={place > 0 ? () => onMove(-1) : undefined}
      />
      <MoveButton
        size="xl"
        label={t('down', { name })}
        icon={<IconArrowDown size={18} />}
        onMove={place < last ? () => onMove(1) : undefined}
      />
    </span>
  );
}

/** The last success, the last error and the pause of a metadata provider. */
function ProviderState({ provider }: { provider: MetadataProviderStatus }) {
  const { t, i18n } = useTranslation('metadataSettings');
  const { lastSuccessAt, lastError, pausedUntil } = provider;
  const moment = (time: string) => formatMoment(time, i18n.language);
  if (!lastSuccessAt && !lastError && !pausedUntil) return null;
  return (
    <dl className={styles.state}>
      {lastSuccessAt && (
        <div>
          <dt>{t('lastSuccess')}</dt>
          <dd>{moment(lastSuccessAt)}</dd>
        </div>
      )}
      {lastError && (
        <div>
          <dt>{t('lastError')}</dt>
          <dd>
            <div>{moment(lastError.at)}</div>
            <ServerText text={lastError.message} />
          </dd>
        </div>
      )}
      {pausedUntil && (
        <div>
          <dt>{t('pausedUntil')}</dt>
          <dd>{moment(pausedUntil)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Tests a metadata provider with a small request, and shows the result. */
function ProviderTest({ id, name }: { id: ProviderId; name: string }) {
  const { t } = useTranslation('metadataSettings');
  const client = useApi();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => client.call(adminApi.testProvider, { body: { provider: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.metadataSettings }),
  });
  return (
    <Group gap="var(--space-3)">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlugConnected size={17} stroke={1.7} />}
        aria-label={t('testOf', { name })}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('test')}
      </Button>
      <p role="status" className={styles.answer} data-ok={test.data?.ok}>
        {test.isPending && t('testing', { name })}
        {!test.isPending && test.data && (
          <ServerText text={test.data.message} lead={t(test.data.ok ? 'testWorks' : 'testFails', { name })} />
        )}
        {test.isError && errorText(test.error, t('testFailed'))}
      </p>
    </Group>
  );
}
