// Replaces a list or a page that is empty, could not be loaded or does not exist. Always offers a next step.
import type { ReactNode } from 'react';
import styles from './state-message.module.css';

export interface StateMessageProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Whether screen readers announce the message at once, as an error. */
  isError?: boolean;
  /** `h1` if the page has no other content. */
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
}

export function StateMessage({
  icon,
  title,
  text,
  isError = false,
  heading = 'h2',
  children,
}: StateMessageProps) {
  const Heading = heading;
  return (
    <div className={styles.root} role={isError ? 'alert' : undefined}>
      <span className={styles.icon} data-error={isError || undefined} aria-hidden>
        {icon}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
