// A field for one or several files, which can be dropped or chosen with a button. The whole area is the label of a file
// input.

import { IconFileZip } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canPickFiles, droppedFiles, droppedFolders, filesInFolders, pickFiles } from '#lib/pick-files.ts';
import layout from '../layout.module.css';
import styles from './file-drop.module.css';

export interface FileDropProps {
  label: string;
  hint: string;
  /** The chosen file, as text for the user. */
  chosen?: { name: string; detail: string } | undefined;
  changeLabel: string;
  accept: readonly string[];
  error?: string | undefined;
  disabled?: boolean;
  onFile(file: File): void;
  /** If given, several files can be chosen at once. A single file still goes to `onFile`. */
  onFiles?: ((files: readonly File[]) => void) | undefined;
}

export function FileDrop(props: FileDropProps) {
  const { label, hint, chosen, changeLabel, accept, error, disabled, onFiles } = props;
  const id = useId();
  const { isOver, problem, dropHandlers, inputProps } = useFileChoice(props);
  return (
    <div>
      <div
        {...dropHandlers}
        className={styles.area}
        data-over={isOver || undefined}
        data-error={Boolean(error) || undefined}
        data-chosen={Boolean(chosen) || undefined}
      >
        <input
          {...inputProps}
          id={id}
          className={styles.input}
          type="file"
          multiple={Boolean(onFiles)}
          accept={accept.join(',')}
          disabled={disabled}
          aria-describedby={`${id}-about`}
          aria-invalid={error ? true : undefined}
        />
        <IconFileZip size={30} stroke={1.4} aria-hidden className={styles.icon} />
        <span className={styles.text}>
          <label className={layout.strong} htmlFor={id}>
            {chosen ? changeLabel : label}
          </label>
          <span id={`${id}-about`} className={styles.about}>
            {chosen ? <strong className={styles.name}>{chosen.name}</strong> : hint}
            {chosen && <span>{chosen.detail}</span>}
          </span>
        </span>
      </div>
      {error && <p className={styles.error}>{error}</p>}
      {problem && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** How many of the files that could not be read are named. */
const maxNamed = 3;

/** Passes on files that are dropped, or chosen in the browser's file dialog. */
function useFileChoice({ accept, disabled, onFile, onFiles }: FileDropProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  /** Whether the dialog could not be opened, so that the plain file input is used from now on. */
  const usesInput = useRef(false);
  const [isOver, setOver] = useState(false);
  /** What is wrong with what was dropped. */
  const [problem, setProblem] = useState<string>();
  const choose = (given: ArrayLike<File> | null) => {
    setProblem(undefined);
    const files = disabled ? [] : Array.from(given ?? []);
    if (onFiles && files.length > 1) onFiles(files);
    else if (files[0]) onFile(files[0]);
    // Allows the same file to be chosen again after a reset.
    if (input.current) input.current.value = '';
  };
  const handleDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover' && !disabled);
  };
  const handleDrop = (event: DragEvent) => {
    handleDrag(event);
    const files = droppedFiles(event.dataTransfer);
    const folders = disabled ? [] : droppedFolders(event.dataTransfer);
    if (folders.length === 0 || (files.length > 0 && !onFiles)) return choose(files);
    if (!onFiles) return setProblem(t('folderDropped'));
    void filesInFolders(folders).then(({ files: inside, unreadable }) => {
      const names = unreadable.slice(0, maxNamed).join(', ') + (unreadable.length > maxNamed ? ', …' : '');
      setProblem(unreadable.length > 0 ? t('unreadable', { number: unreadable.length, names }) : undefined);
      onFiles([...files, ...inside]);
    });
  };
  // The dialog of the File System Access API also returns handles, which can reopen files after a reload.
  const handleClick = (event: MouseEvent<HTMLInputElement>) => {
    if (!canPickFiles() || usesInput.current) return;
    event.preventDefault();
    void pickFiles(accept, Boolean(onFiles)).then((files) => {
      if (files) return choose(files);
      usesInput.current = true;
      input.current?.click();
    });
  };
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => choose(currentTarget.files);
  return {
    isOver,
    problem,
    dropHandlers: { onDragOver: handleDrag, onDragLeave: handleDrag, onDrop: handleDrop },
    inputProps: { ref: input, onClick: handleClick, onChange: handleChange },
  };
}
