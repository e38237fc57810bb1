// A part of the images editor that takes pictures by drop and by button; the paste is the whole editor's.
import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { acceptedPictures } from './images.ts';
import styles from './picture-drop.module.css';

export interface PictureDropProps {
  label: string;
  hint: string;
  isMultiple?: boolean;
  onFiles(files: File[]): void;
  /** More buttons beside the one that chooses. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function PictureDrop({ label, hint, isMultiple, onFiles, actions, children }: PictureDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const handleDrag = (event: DragEvent) => {
    // A picture of the page itself that is dragged about is no file.
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  const handleDrop = (event: DragEvent) => {
    handleDrag(event);
    onFiles([...event.dataTransfer.files]);
  };
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button inside is everyone's
    <div
      className={styles.area}
      data-over={isOver || undefined}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrop}
    >
      {children}
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept={acceptedPictures}
          multiple={isMultiple}
          onChange={handleChange}
        />
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPhotoPlus size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        {actions}
      </div>
      <p className={styles.hint}>{hint}</p>
    </div>
  );
}
