// A centered card for a form on a separate page (login, setup).
import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';
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
        {lead && <p className={styles.lead}>{lead}</p>}
        <div className={styles.body}>{children}</div>
      </div>
    </div>
  );
}
