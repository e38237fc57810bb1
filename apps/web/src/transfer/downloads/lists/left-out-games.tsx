// What a list leaves out, and why. Closed at first.
import type { LeftOut } from '@cellar/contract/transfer/download-lists.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './download-list.module.css';

export function LeftOutGames({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { t } = useTranslation('downloadLists');
  if (leftOut.length === 0) return null;
  return (
    <details className={styles.leftOut}>
      <summary>
        {t('leftOut', { count: leftOut.length })}
        <IconChevronDown className={styles.chevron} size={16} aria-hidden />
      </summary>
      <ul>
        {leftOut.map(({ gameId, title, part, reason }) => (
          <li key={`${gameId} ${part}`}>
            <span className={styles.name}>
              {title ?? t('unknownGame')}
              {part !== null && <span className={styles.part}> · {part}</span>}
            </span>
            <span className={styles.reason}>{t(`reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
