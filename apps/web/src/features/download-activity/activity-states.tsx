import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';

export function LoadingRows({ label }: { label: string }) {
  return (
    <div className={entries.loading} role="status" aria-label={label}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height="4rem" />
      ))}
    </div>
  );
}
