// The pill that shows running uploads on every page and links to them.
import { IconUpload } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Pill } from '#ui/feedback/pill.tsx';
import type { UploadManager } from '../engine/upload-manager.ts';
import { uploadTotals } from '../engine/upload-order.ts';

/** `to`: the page that shows the uploads. */
export function UploadPill({ manager, to }: { manager: UploadManager; to: string }) {
  const { t } = useTranslation('uploads');
  const { t: tCommon } = useTranslation();
  const { left, failed, percent } = uploadTotals(
    useSyncExternalStore(manager.subscribe, manager.getSnapshot),
  );
  if (left + failed === 0) return null;
  const isOver = left === 0;
  return (
    <Pill
      icon={IconUpload}
      text={isOver ? t('pill.failed', { count: failed }) : t('pill.count', { count: left })}
      percent={isOver ? undefined : tCommon('percent', { percent })}
      note={t('pill.see')}
      isFailed={failed > 0}
      renderLink={(link) => <Link to={to} {...link} />}
    />
  );
}
