// A dialog with a form: its fields, and below them Cancel and the button that sends it. It asks before something is lost that was
// entered.
import { Button, Textarea } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout.module.css';
import { Dialog } from './dialog.tsx';

export interface DialogFormProps {
  heading: string;
  size?: string;
  submitLabel: string;
  /** The default is amber. */
  submitColor?: string;
  /** Whether the form is being sent. Then it is neither sent again nor lost. */
  isBusy: boolean;
  /** Whether the form can't be sent as it is. */
  isDisabled?: boolean;
  /**
   * Whether something would be lost. The default is whether something was typed or chosen; then, text is also kept when the session
   * expires. Give it where the form may hold secrets, or where forms of several things have the same heading.
   */
  isUnsaved?: boolean;
  /** Whether the form checks its fields itself, not the browser. */
  noValidate?: boolean;
  onSubmit(form: HTMLFormElement): void;
  /** Call this also when the form has been sent. */
  onClose(): void;
  children: ReactNode;
}

export function DialogForm(props: DialogFormProps) {
  const {
    heading,
    size,
    submitLabel,
    submitColor,
    isBusy,
    isDisabled = false,
    isUnsaved,
    noValidate,
  } = props;
  const { onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy && !isDisabled) onSubmit(event.currentTarget);
  };
  return (
    <Dialog
      heading={heading}
      size={size}
      keepsText={isUnsaved === undefined ? !isBusy : undefined}
      isUnsaved={isUnsaved}
      onClose={onClose}
    >
      {(close) => (
        <form className={layout.stack5} onSubmit={handleSubmit} noValidate={noValidate}>
          {children}
          <div className={layout.actions}>
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" color={submitColor} loading={isBusy} disabled={isDisabled}>
              {submitLabel}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface ReasonDialogProps {
  heading: string;
  label: string;
  hint: string;
  maxLength: number;
  confirmLabel: string;
  isBusy: boolean;
  /** `reason` has one line: the field may have more, for reading. */
  onConfirm(reason: string): void;
  onClose(): void;
}

/** Asks why something is declined. Whoever asked for it gets the reason by email. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { heading, label, hint, maxLength, confirmLabel, isBusy, onConfirm, onClose } = props;
  const [reason, setReason] = useState('');
  return (
    <DialogForm
      heading={heading}
      submitLabel={confirmLabel}
      submitColor="red"
      isBusy={isBusy}
      isDisabled={reason.trim() === ''}
      onSubmit={() => onConfirm(reason.trim().replace(/\s*\n\s*/g, ' '))}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        size="md"
        label={label}
        description={hint}
        rows={4}
        maxLength={maxLength}
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
