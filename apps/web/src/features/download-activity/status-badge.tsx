// How a download ended, or that it has not. Used by the history and the admin's log.
import type { ActiveDownload } from '@cellar/contract/downloads.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';

type Status = ActiveDownload['status'];

const tones: Record<Status, BadgeTone> = { completed: 'good', failed: 'bad', in_progress: 'info' };

interface StatusBadgeProps {
  status: Status;
  label: string;
  /** A proxy sent it: that it has come is not known. */
  isHandedOver: boolean;
  /** Nothing went wrong: it was stopped on purpose. */
  isCancelled?: boolean;
}

export function StatusBadge({ status, label, isHandedOver, isCancelled = false }: StatusBadgeProps) {
  const tone = isHandedOver && status === 'completed' ? 'info' : tones[status];
  return <Badge tone={isCancelled ? 'neutral' : tone}>{label}</Badge>;
}
