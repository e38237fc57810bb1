// How a download ended, or that it has not. Used by the history and the admin's log.
import type { ActiveDownload } from '@cellar/contract/downloads.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

type Status = ActiveDownload['status'];

const tones: Record<Status, BadgeTone> = { completed: 'good', failed: 'bad', in_progress: 'info' };

export function StatusBadge({ status, label }: { status: Status; label: string }) {
  return <Badge tone={tones[status]}>{label}</Badge>;
}
