// Replaces a list or a page that is empty, could not be loaded or does not exist. Always offers a next step.

import { Alert, Button, type ButtonProps } from '@mantine/core';
import { IconAlertCircle, IconCloudOff, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout.module.css';
import styles from './messages.module.css';

interface StateMessageProps {
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
      <p className={layout.dim}>{text}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

// A message above a part of the page, with an error or information.

export function Notice({ kind, children }: { kind: 'error' | 'info'; children: ReactNode }) {
  const isError = kind === 'error';
  const Icon = isError ? IconAlertCircle : IconInfoCircle;
  return (
    <Alert
      className={isError ? styles.error : styles.info}
      classNames={{ icon: styles.noticeIcon, message: styles.message }}
      icon={<Icon size={19} />}
      role={isError ? 'alert' : 'status'}
    >
      {children}
    </Alert>
  );
}

// Replaces data that could not be loaded, with a button to try again.

interface LoadFailedProps extends Pick<StateMessageProps, 'title' | 'heading'> {
  text?: string;
  onRetry(): void;
}

/** Replaces a page or a long list. */
export function LoadFailed({ title, heading, text, onRetry }: LoadFailedProps) {
  const { t } = useTranslation();
  return (
    <StateMessage
      isError
      icon={<IconCloudOff size={30} stroke={1.5} />}
      heading={heading}
      title={title}
      text={text ?? t('loadFailed')}
    >
      <RetryButton onClick={onRetry} />
    </StateMessage>
  );
}

interface LoadFailedNoticeProps {
  text?: string;
  isRetrying?: boolean;
  onRetry(): void;
}

/** Replaces a part of a page. */
export function LoadFailedNotice({ text, isRetrying, onRetry }: LoadFailedNoticeProps) {
  const { t } = useTranslation();
  return (
    <Notice kind="error">
      {text ?? t('loadFailed')}{' '}
      <RetryButton size="compact-sm" variant="default" loading={isRetrying} onClick={onRetry} />
    </Notice>
  );
}

export function RetryButton(props: ButtonProps & { onClick(): void }) {
  const { t } = useTranslation();
  return <Button {...props}>{t('retry')}</Button>;
}
