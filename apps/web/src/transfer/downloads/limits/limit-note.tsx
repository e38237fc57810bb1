// Says beside a file that the member's limits do not suffice for it now.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { findRefusal } from './find-refusal.ts';
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
