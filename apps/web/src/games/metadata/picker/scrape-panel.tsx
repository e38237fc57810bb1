// The match picker as a part of the game editor.
import { CloseButton } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './match-picker.module.css';
import { MatchPicker, type MatchPickerProps } from './match-picker.tsx';

export interface ScrapePanelProps extends MatchPickerProps {
  onClose(): void;
}

export function ScrapePanel({ onClose, ...picker }: ScrapePanelProps) {
  const { t } = useTranslation('matches');
  const { t: tCommon } = useTranslation();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.head}>
        <div>
          <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.heading}>
            {t('picker.heading')}
          </h2>
          <p className={styles.lead}>{t('picker.lead')}</p>
        </div>
        <CloseButton aria-label={tCommon('close')} onClick={onClose} />
      </div>
      <MatchPicker {...picker} />
    </section>
  );
}
