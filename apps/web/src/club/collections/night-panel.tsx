// Who comes to a LAN night, and the reader's own answer.
import type { LanNight } from '@cellar/contract/club/lan-nights.ts';
import type { NightAnswer } from '@cellar/contract/club/rules/collections.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './night.module.css';
import { useAnswerNight } from './use-collection-changes.ts';

export interface NightPanelProps {
  id: string;
  night: LanNight;
  /** Fetches the games that the reader does not have. */
  fetchAll: ReactNode;
}

export function NightPanel({ id, night, fetchAll }: NightPanelProps) {
  const { t } = useTranslation('collections');
  const { guests, absent, isOver, isTracked } = night;
  return (
    <section className={styles.panel} aria-labelledby="who-comes">
      <h2 id="who-comes">{t(isOver ? 'night.guests' : 'night.heading')}</h2>
      {isOver ? <p className={styles.dim}>{t('night.over')}</p> : <Answers id={id} night={night} />}
      <p className={styles.guests} aria-live="polite">
        {guests.length === 0 && absent === 0 && t('night.nobody')}
        {guests.map(({ name, isYou }) => (isYou ? t('night.you', { name }) : name)).join(', ')}
        {absent > 0 && (
          <span className={styles.dim}>
            {guests.length > 0 && ' · '}
            {t('night.absent', { count: absent })}
          </span>
        )}
      </p>
      {!isTracked && !isOver && <Notice kind="info">{t('night.untracked')}</Notice>}
      {fetchAll}
    </section>
  );
}

const icons = { coming: IconCheck, not_coming: IconX };
const labels = { coming: 'night.come', not_coming: 'night.cannot' } as const;

function Answers({ id, night: { answer } }: { id: string; night: LanNight }) {
  const { t } = useTranslation('collections');
  const save = useAnswerNight(id);
  const shown = save.isPending ? save.variables : answer;
  const button = (value: NightAnswer) => {
    const Icon = icons[value];
    return (
      <Button
        variant={value === 'coming' && shown === null ? 'filled' : 'default'}
        aria-pressed={shown === value}
        aria-describedby={value === 'coming' ? 'coming-consent' : undefined}
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => save.mutate(shown === value ? null : value)}
      >
        {t(labels[value])}
      </Button>
    );
  };
  return (
    <>
      <div className={styles.answers}>
        {button('coming')}
        {button('not_coming')}
      </div>
      <p id="coming-consent" className={styles.dim}>
        {t('night.consent')}
      </p>
    </>
  );
}
