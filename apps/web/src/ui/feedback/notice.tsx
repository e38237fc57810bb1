// A message above a part of the page, with an error or information.
import { Alert } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

export function Notice({ kind, children }: { kind: 'error' | 'info'; children: ReactNode }) {
  const isError = kind === 'error';
  const Icon = isError ? IconAlertCircle : IconInfoCircle;
  return (
    <Alert
      className={isError ? styles.error : styles.info}
      classNames={{ icon: styles.icon, message: styles.message }}
      icon={<Icon size={19} />}
      role={isError ? 'alert' : 'status'}
    >
      {children}
    </Alert>
  );
}
