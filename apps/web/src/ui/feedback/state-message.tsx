// What stands where a list or a page would: it is empty, it could not be loaded, it does not exist. Always a way on.
import type { ReactNode } from 'react';
import styles from './state-message.module.css';

export interface StateMessageProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** An error interrupts a screen reader. */
  isError?: boolean;
  /** `h1` where it is all there is on the page. */
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
