import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';

interface ActivityStatesProps {
  query: UseQueryResult<unknown>;
  /** Names the data that is loading. */
  label: string;
  failedTitle: string;
  failedText: string;
}

/** Shown instead of activity that is loading or could not be loaded. */
export function ActivityStates({ query, label, failedTitle, failedText }: ActivityStatesProps) {
  if (query.isPending) {
    return (
      <div className={entries.loading} role="status" aria-label={label}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height="4rem" />
        ))}
      </div>
    );
  }
  if (!query.isError || query.data) return null;
  return (
    <LoadFailed heading="h3" title={failedTitle} text={failedText} onRetry={() => void query.refetch()} />
  );
}
