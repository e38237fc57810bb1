// Placeholders for content that is loading, with a label for screen readers.
import entries from '../lists/entry-list.module.css';
import { Skeleton } from './loading.tsx';

export interface LoadingBlockProps {
  label: string;
  height: string;
}

export function LoadingBlock({ label, height }: LoadingBlockProps) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton height={height} />
    </div>
  );
}

/** For entries of that height below a heading. */
export function LoadingList({ label, height, rows = 1 }: LoadingBlockProps & { rows?: number }) {
  return (
    <div className={entries.loading} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}
