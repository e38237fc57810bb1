// An area of the images editor for adding pictures by drag and drop or by button.

import { Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChooseFilesButton } from '#ui/fields/choose-files-button.tsx';
import layout from '#ui/layout.module.css';
import { acceptedPictures } from './images.ts';
import styles from './images-editor.module.css';

export interface PictureDropProps {
  label: string;
  hint: string;
  isMultiple?: boolean;
  onFiles(files: File[]): void;
  /** Additional buttons. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function PictureDrop({ label, hint, isMultiple, onFiles, actions, children }: PictureDropProps) {
  const [isOver, setOver] = useState(false);
  const handleDrag = (event: DragEvent) => {
    // A picture dragged from this page is not a file.
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  const handleDrop = (event: DragEvent) => {
    handleDrag(event);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the button inside works for everyone
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrop}
    >
      {children}
      <Group gap="var(--space-2)">
        <ChooseFilesButton
          label={label}
          size="sm"
          leftSection={<IconPhotoPlus size={18} aria-hidden />}
          accept={acceptedPictures}
          isMultiple={isMultiple}
          onFiles={onFiles}
        />
        {actions}
      </Group>
      <p className={layout.small}>{hint}</p>
    </div>
  );
}

// Says what was removed, with an Undo button. The button receives the focus, because the pressed button has
// disappeared.

export function UndoLine({ text, onUndo }: { text: string; onUndo(): void }) {
  const { t } = useTranslation('gameImages');
  return (
    <p role="status" className={styles.undo}>
      <span>{text}</span>
      <Button
        ref={focusOnce}
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={onUndo}
      >
        {t('undo')}
      </Button>
    </p>
  );
}

/** Focuses the button. Defined outside the component, because React calls a ref again whenever its function changes. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
