// One entry of a list on the admin's pages: what it is and how it stands, with what can be done beside it, or below it where
// the room is short. Used by the lists of users, games, uploads, mails and files.
import type { ReactNode } from 'react';
import styles from './list-row.module.css';

export interface ListRowProps {
  /** Before the words: a cover, a checkbox. */
  lead?: ReactNode;
  /** As a rule a heading. */
  name: ReactNode;
  badges?: ReactNode;
  /** Whose or for whom, in full strength. */
  detail?: ReactNode;
  /** Small and dim; a span for each. */
  facts?: ReactNode;
  error?: ReactNode;
  /** Further lines, between facts and error. */
  children?: ReactNode;
  actions?: ReactNode;
  spacing?: 'tight' | 'normal' | 'loose';
  /** What stands beside the words is small and stays there on a phone too. */
  isNarrow?: boolean;
}

export function ListRow(props: ListRowProps) {
  const { lead, name, badges, detail, facts, error, children, actions, spacing = 'normal', isNarrow } = props;
  return (
    <div className={styles.row} data-spacing={spacing} data-narrow={isNarrow || undefined}>
      {lead}
      <div className={styles.what}>
        <div className={styles.head}>
          {name}
          {badges}
        </div>
        {detail && <p className={styles.detail}>{detail}</p>}
        {facts && <p className={styles.facts}>{facts}</p>}
        {children}
        {error && <p className={styles.error}>{error}</p>}
      </div>
      {actions}
    </div>
  );
}
