// What can be done with the selected games. Stays at the bottom of the window while games are being selected.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './selection-bar.module.css';

export interface SelectionBarProps {
  ids: readonly string[];
  /** The buttons that use the selection. */
  renderActions(ids: readonly string[]): ReactNode;
  onClear(): void;
  onEnd(): void;
}

export function SelectionBar({ ids, renderActions, onClear, onEnd }: SelectionBarProps) {
  const { t } = useTranslation('games');
  return (
    <section ref={keepFree} className={styles.bar} aria-label={t('selection.label')}>
      <p className={styles.count} role="status">
        {t('selection.count', { count: ids.length })}
      </p>
      {ids.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t('selection.clear')}
        </Button>
      )}
      {ids.length > 0 && renderActions(ids)}
      <Button variant="default" size="compact-sm" className={styles.end} onClick={onEnd}>
        {t('selection.end')}
      </Button>
    </section>
  );
}

/** Keeps the bar from hiding the focused game. Its height depends on the window and the language. */
function keepFree(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--selection-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--selection-height');
  };
}
