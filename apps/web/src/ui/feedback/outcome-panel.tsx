// The result of an action on a separate page (verification, passwords, unsubscribing): what happened, what it means,
// and what to do next.
import type { ReactNode } from 'react';
import { Panel } from '#ui/panel.tsx';
import styles from './outcome-panel.module.css';

export interface OutcomePanelProps {
  icon: ReactNode;
  heading: string;
  text: string;
  hint?: string;
  /** Whether screen readers announce the message at once, as an error. */
  isError?: boolean;
  children?: ReactNode;
}

export function OutcomePanel({ icon, heading, text, hint, isError = false, children }: OutcomePanelProps) {
  return (
    <Panel heading={heading}>
      <div className={styles.outcome} role={isError ? 'alert' : 'status'}>
        <span className={styles.icon} data-error={isError || undefined} aria-hidden>
          {icon}
        </span>
        <p className={styles.text}>{text}</p>
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </Panel>
  );
}
