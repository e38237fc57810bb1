// Lists of stored and temporary files. They show eight files at first, and all of them when the button is pressed.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GrowingList } from '#ui/lists/long-list.tsx';
import styles from './files.module.css';

export interface FileListProps<File> {
  label: string;
  files: readonly File[];
  keyOf(file: File): string;
  render(file: File): ReactNode;
}

export function FileList<File>({ label, files, keyOf, render }: FileListProps<File>) {
  const { t } = useTranslation('tools');
  return (
    <GrowingList
      label={label}
      items={files}
      first={8}
      step={Infinity}
      onlyOnPress
      keyOf={keyOf}
      render={render}
      moreLabel={(total) => t('showMore', { total })}
    />
  );
}

export interface ProblemFilesProps<File> {
  heading: string;
  hint: string;
  /** Whether the files are missing or damaged. */
  isError?: boolean;
  files: readonly File[];
  render(file: File): ReactNode;
  children?: ReactNode;
}

/** A group of files with which the file check found the same problem. */
export function ProblemFiles<File extends { key: string }>(props: ProblemFilesProps<File>) {
  const { heading, hint, isError, files, render, children } = props;
  return (
    <section aria-label={heading} className={styles.problems}>
      <h3 className={isError ? styles.bad : undefined}>{heading}</h3>
      <p className={styles.hint}>{hint}</p>
      <FileList label={heading} files={files} keyOf={({ key }) => key} render={render} />
      {children}
    </section>
  );
}
