// The platform files or extras of a game in the editor, followed by running and unfinished uploads.
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.ts';
import type { ReactNode, Ref } from 'react';
import cards from '#ui/lists/cards.module.css';
import type { UploadRecord } from './engine/upload-record.ts';
import styles from './game-files.module.css';
import { GameUpload } from './game-upload.tsx';
import { UnfinishedRow } from './unfinished/unfinished-row.tsx';

export interface GameFileListProps {
  /** To focus the list when a focused row disappears. */
  ref: Ref<HTMLUListElement>;
  label: string;
  running: UploadRecord[];
  unfinished: UnfinishedUpload[];
  /** The rows of the files. */
  children: ReactNode;
}

export function GameFileList({ ref, label, running, unfinished, children }: GameFileListProps) {
  return (
    <ul ref={ref} tabIndex={-1} aria-label={label} className={`${cards.list} ${styles.list}`}>
      {children}
      {running.map((upload) => (
        <li key={upload.id} className={`${cards.card} ${styles.row}`}>
          <h3 className={styles.name}>{upload.part}</h3>
          <GameUpload upload={upload} />
        </li>
      ))}
      {unfinished.map((upload) => (
        <li key={upload.uploadId}>
          <UnfinishedRow upload={upload} />
        </li>
      ))}
    </ul>
  );
}
