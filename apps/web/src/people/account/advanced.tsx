// What few members need: closed, until the address leads to a part of it.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import layout from '#ui/layout.module.css';
import styles from './account.module.css';

interface AdvancedProps {
  /** The names of its parts, which say what it is for while it is closed. */
  parts: readonly string[];
  /** Whether something in it needs attention. */
  isOpen?: boolean;
  children: ReactNode;
}

export function Advanced({ parts, isOpen = false, children }: AdvancedProps) {
  const { t } = useTranslation('account');
  const details = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // Before the page scrolls to the part. Nothing but the member closes it again.
  useLayoutEffect(() => {
    const part = key && hash ? document.getElementById(hash.slice(1)) : null;
    if (details.current && (isOpen || details.current.contains(part))) details.current.open = true;
  }, [hash, key, isOpen]);
  return (
    <details ref={details} className={styles.advanced}>
      <summary>
        <span className={layout.strong}>{t('advanced')}</span>
        <span className={layout.small}>{parts.join(' · ')}</span>
      </summary>
      <div className={styles.parts}>{children}</div>
    </details>
  );
}
