// An entry of a list on the admin pages: its name and facts, with actions beside them or, where space is limited,
// below.
import type { ReactNode } from 'react';
import styles from './list-row.module.css';

export interface ListRowProps {
  /** Shown first, for example a cover or a checkbox. */
  lead?: ReactNode;
  /** Usually a heading. */
  name: ReactNode;
  badges?: ReactNode;
  /** For example the owner or recipient; not dimmed. */
  detail?: ReactNode;
  /** Small and dimmed, with a span for each fact. */
  facts?: ReactNode;
  error?: ReactNode;
  /** Further lines, between the facts and the error. */
  children?: ReactNode;
  actions?: ReactNode;
  spacing?: 'tight' | 'normal' | 'loose';
  /** Whether the actions are small enough to stay beside the text on phones. */
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
