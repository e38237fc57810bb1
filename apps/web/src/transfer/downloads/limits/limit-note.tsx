// Says beside a file that the member's limits do not suffice for it now.

import type { LimitRefusal, LimitsUse } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { limitText } from './limit-error.ts';
import { ownLimitsQuery } from './limits.queries.ts';

export function LimitNote({ fileSize, className }: { fileSize: number; className?: string | undefined }) {
  const { t, i18n } = useTranslation('downloads');
  const { data } = useQuery(ownLimitsQuery(useApi()));
  const refusal = data && findRefusal(data, fileSize);
  if (!refusal) return null;
  const { key, values } = limitText(refusal, i18n.language);
  return <p className={className}>{t(key, values)}</p>;
}

// Finds the limit that a new download would exceed.

/** Returns why a new download of this many bytes would be refused at present, or undefined if it fits. */
function findRefusal(use: LimitsUse, fileSize: number): LimitRefusal | undefined {
  const { bytesPerPeriod, filesPerPeriod } = use.limits;
  const { freeAt } = use;
  if (filesPerPeriod !== null && use.files + use.reservedFiles >= filesPerPeriod) {
    return { reason: 'files', limit: filesPerPeriod, needs: 1, left: 0, freeAt };
  }
  if (bytesPerPeriod === null) return undefined;
  const left = Math.max(0, bytesPerPeriod - use.bytes - use.reservedBytes);
  if (fileSize > bytesPerPeriod) {
    return { reason: 'file_too_large', limit: bytesPerPeriod, needs: fileSize, left, freeAt: null };
  }
  return fileSize > left
    ? { reason: 'bytes', limit: bytesPerPeriod, needs: fileSize, left, freeAt }
    : undefined;
}
