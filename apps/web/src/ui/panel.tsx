// A centered card for a form on a separate page (login, setup).

import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';
import layout from './layout.module.css';
import styles from './panel.module.css';

export interface PanelProps {
  heading: string;
  lead?: string;
  children: ReactNode;
}

export function Panel({ heading, lead, children }: PanelProps) {
  return (
    <div className={styles.ground}>
      <div className={styles.panel}>
        <BrandMark size={44} />
        <h1 className={styles.heading}>{heading}</h1>
        {lead && <p className={`${layout.dim} ${layout.apart2}`}>{lead}</p>}
        <div className={styles.body}>{children}</div>
      </div>
    </div>
  );
}

// The result of an action on a separate page (verification, passwords, unsubscribing): what happened, what it means,
// and what to do next.

interface OutcomePanelProps {
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
      {hint && <p className={layout.small}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </Panel>
  );
}

// The word between a form and other ways to do the same, with a line on both sides.

/** `children`: “or” in the reader's language. */
export function BeforeAlternatives({ children }: { children: ReactNode }) {
  return <p className={styles.or}>{children}</p>;
}
