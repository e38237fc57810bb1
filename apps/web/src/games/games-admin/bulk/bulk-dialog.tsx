// The frame of the dialogs that change many games: a form, and a progress bar while the server is working.
import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import styles from './bulk.module.css';

export interface BulkActionsProps {
  ids: readonly string[];
  /** Called after the games were changed. */
  onDone(): void;
}

export interface BulkDialogProps extends BulkActionsProps {
  onClose(): void;
}

interface BulkDialogFrameProps {
  heading: string;
  submitLabel: string;
  isBusy: boolean;
  isDisabled?: boolean;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

export function BulkDialogFrame(props: BulkDialogFrameProps) {
  const { t } = useTranslation('bulkChanges');
  const { t: tCommon } = useTranslation();
  const { isBusy, isDisabled = false } = props;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isDisabled) props.onSubmit();
  };
  return (
    <Dialog heading={props.heading} onClose={props.onClose}>
      <form className={styles.form} onSubmit={handleSubmit}>
        {props.children}
        {isBusy && <ProgressBar percent={undefined} label={t('working')} />}
        <div className={styles.buttons}>
          <Button variant="default" onClick={props.onClose}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isDisabled}>
            {props.submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
