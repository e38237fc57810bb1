// A section of an admin or account page, with a title.
import { type ReactNode, useId } from 'react';
import layout from './layout.module.css';
import styles from './section.module.css';

export interface SectionProps {
  heading: string;
  lead?: string;
  /** The fragment of the URL that leads here. */
  anchor?: string;
  /** A button beside the heading, for a section that may have nothing else. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Section({ heading, lead, anchor, action, children }: SectionProps) {
  const id = useId();
  return (
    <section
      className={styles.section}
      aria-labelledby={id}
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
    >
      <div className={styles.top}>
        <div className={styles.words}>
          <h2 id={id}>{heading}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {action}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

// The head of a page with a list: its title, what it is for, and its main action.

interface PageHeadProps {
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
      <p className={`${layout.dim} ${layout.apart2}`}>{lead}</p>
    </>
  );
}
