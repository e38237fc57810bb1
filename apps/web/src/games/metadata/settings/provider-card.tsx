// A metadata provider: switch, position, keys, state and test.
import type { MetadataProviderStatus } from '@cellar/contract/games/metadata.ts';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { MoveButton } from '#ui/lists/move-button.tsx';
import styles from './metadata-settings.module.css';
import { ProviderKeys } from './provider-keys.tsx';
import { ProviderState } from './provider-state.tsx';
import { ProviderTest } from './provider-test.tsx';

export interface ProviderCardProps {
  provider: MetadataProviderStatus;
  isAsked: boolean;
  /** The position in the order, from 0; -1 if the provider is turned off. */
  place: number;
  last: number;
  isOrderFixed: boolean;
  onMove(by: -1 | 1): void;
  onAsk(isAsked: boolean): void;
}

export function ProviderCard(props: ProviderCardProps) {
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
      {provider.mirror && <p className={styles.dim}>{t('mirror', { address: provider.mirror })}</p>}
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
