// A link in the frame while uploads or downloads are running: how many, their overall progress, and the page that lists
// them.
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
  /** The only part that phones show; undefined when finished or unknown. */
  percent: string | undefined;
  /** Shown on phones when there is no percentage, where the text is too long. */
  brief?: string | undefined;
  /** The target of the link, for screen readers. */
  note: string;
  isFailed: boolean;
  /** The router's link component. */
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
