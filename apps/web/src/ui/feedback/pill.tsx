// A link in the page's frame while uploads or downloads are running: their number, their overall progress, and the page
// that lists them.
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
  /** The only text on phones; undefined if finished or unknown. */
  percent: string | undefined;
  /** Replaces the text on phones, where it is too long, if there is no percentage. */
  brief?: string | undefined;
  /** The link's target, for screen readers. */
  note: string;
  isFailed: boolean;
  /** Renders the router's link component. */
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
