// A pill in the frame while something is on its way: how much, how far all together, and the way to it. Used for uploads and
// downloads.
import { VisuallyHidden } from '@mantine/core';
import { type Icon, IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './pill.module.css';

export interface PillLink {
  className: string | undefined;
  'data-failed': true | undefined;
  children: ReactNode;
}

export interface PillProps {
  icon: Icon;
  text: string;
  /** What a phone shows alone; undefined when it is over or not known. */
  percent: string | undefined;
  /** What a phone shows where there is no percentage, if the text is too long for it. */
  brief?: string | undefined;
  /** Where it leads, for screen readers. */
  note: string;
  isFailed: boolean;
  /** The link is the router's. */
  renderLink(link: PillLink): ReactNode;
}

export function Pill({ icon, text, percent, brief, note, isFailed, renderLink }: PillProps) {
  const Sign = isFailed ? IconAlertTriangle : icon;
  return renderLink({
    className: styles.pill,
    'data-failed': isFailed || undefined,
    children: (
      <>
        <Sign size={17} className={styles.icon} aria-hidden />
        <span className={percent === undefined && !brief ? undefined : styles.count}>{text}</span>{' '}
        {percent !== undefined && <span>{percent}</span>}
        {percent === undefined && brief && (
          <span className={styles.brief} aria-hidden>
            {brief}
          </span>
        )}
        <VisuallyHidden> {note}</VisuallyHidden>
      </>
    ),
  });
}
