// Describes how leaving the page would affect running uploads. leave-warning.ts also makes the browser ask.
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';
import { useUploads } from '../use-uploads.ts';
import { uploadsInAll } from './uploads-in-all.ts';

export function LeaveNotice() {
  const { t } = useTranslation('uploads');
  const { left } = uploadsInAll(useUploads());
  return left > 0 && <Notice kind="info">{t('current.leaving')}</Notice>;
}
