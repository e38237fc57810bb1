// The head of a page with a list: its title, what it is for, and its main action.
import type { ReactNode } from 'react';
import styles from './page-head.module.css';

export interface PageHeadProps {
  title: string;
  lead: string;
  /** A button. */
  action?: ReactNode;
}

export function PageHead({ title, lead, action }: PageHeadProps) {
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
        {action}
      </header>
      <p className={styles.lead}>{lead}</p>
    </>
  );
}
