import type { HealthState } from '@cellar/contract/admin/monitoring.endpoints.ts';
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import styles from './health.module.css';

const looks = {
  ok: { Icon: IconCircleCheck, tone: 'good' },
  warning: { Icon: IconAlertTriangle, tone: 'accent' },
  problem: { Icon: IconAlertOctagon, tone: 'bad' },
} as const satisfies Record<HealthState, { Icon: typeof IconCircleCheck; tone: BadgeTone }>;

export interface HealthRowProps {
  name: string;
  state: HealthState;
  facts: string[];
  /** What to do about each problem. */
  advice: string[];
  /** Where an admin can do that. */
  place?: { label: string; path: string } | undefined;
  /** The error of the server, in English. */
  error?: string | null;
}

/** A part that needs attention. */
export function TroubleRow({ name, state, facts, advice, place, error }: HealthRowProps) {
  return (
    <ListRow
      spacing="tight"
      name={<h3>{name}</h3>}
      badges={<StateBadge state={state} />}
      facts={facts.map((fact) => <span key={fact}>{fact}</span>)}
    >
      {advice.map((text) => (
        <p key={text} className={styles.advice}>
          {text}
        </p>
      ))}
      {error && (
        <p lang="en" className={styles.error}>
          {error}
        </p>
      )}
      {place && (
        <Link className={styles.place} to={place.path}>
          {place.label}
        </Link>
      )}
    </ListRow>
  );
}

/** A part that works. */
export function GoodRow({ name, state, facts }: Pick<HealthRowProps, 'name' | 'state' | 'facts'>) {
  return (
    <div className={styles.good}>
      <h3>{name}</h3>
      <p>{facts.join(' · ')}</p>
      <StateBadge state={state} />
    </div>
  );
}

function StateBadge({ state }: { state: HealthState }) {
  const { t } = useTranslation('health');
  const { Icon, tone } = looks[state];
  return (
    <Badge tone={tone}>
      <span className={styles.state}>
        <Icon size={14} aria-hidden />
        {t(`state.${state}`)}
      </span>
    </Badge>
  );
}
