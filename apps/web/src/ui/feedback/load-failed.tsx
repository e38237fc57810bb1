// Replaces data that could not be loaded, with a button to try again.
import { Button, type ButtonProps } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';
import { StateMessage, type StateMessageProps } from './state-message.tsx';

export interface LoadFailedProps extends Pick<StateMessageProps, 'title' | 'heading'> {
  text?: string;
  onRetry(): void;
  /** Additional buttons after "Try again". */
  children?: ReactNode;
}

/** Replaces a page or a long list. */
export function LoadFailed({ title, heading, text, onRetry, children }: LoadFailedProps) {
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
      {children}
    </StateMessage>
  );
}

export interface LoadFailedNoticeProps {
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
