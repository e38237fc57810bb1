// A field for one file: drop it there, or choose it by button. The whole area is the label of a real file input.
import { IconFileZip } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import styles from './file-drop.module.css';

export interface FileDropProps {
  label: string;
  hint: string;
  /** The file that is chosen, as the reader should see it. */
  chosen?: { name: string; detail: string } | undefined;
  changeLabel: string;
  accept: readonly string[];
  error?: string | undefined;
  disabled?: boolean;
  onFile(file: File): void;
}

export function FileDrop({
  label,
  hint,
  chosen,
  changeLabel,
  accept,
  error,
  disabled,
  onFile,
}: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !disabled) onFile(file);
    // The same file can be chosen again after a reset.
    if (input.current) input.current.value = '';
  };
  const handleDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover' && !disabled);
  };
  const handleDrop = (event: DragEvent) => {
    handleDrag(event);
    take(event.dataTransfer.files);
  };

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the input inside is everyone's */}
      <div
        className={styles.area}
        data-over={isOver || undefined}
        data-error={Boolean(error) || undefined}
        data-chosen={Boolean(chosen) || undefined}
        onDragOver={handleDrag}
        onDragLeave={handleDrag}
        onDrop={handleDrop}
      >
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="file"
          accept={accept.join(',')}
          disabled={disabled}
          aria-describedby={`${id}-about`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => take(event.currentTarget.files)}
        />
        <IconFileZip size={30} stroke={1.4} aria-hidden className={styles.icon} />
        <span className={styles.text}>
          <label className={styles.label} htmlFor={id}>
            {chosen ? changeLabel : label}
          </label>
          <span id={`${id}-about`} className={styles.about}>
            {chosen ? <strong className={styles.name}>{chosen.name}</strong> : hint}
            {chosen && <span>{chosen.detail}</span>}
          </span>
        </span>
      </div>
      {error && <p className={styles.error}>{error}</p>}
    </div>
  );
}
