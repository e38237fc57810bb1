// The pill in the frame while the member downloads, on whatever tab or device, and the way to Current Downloads.
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountTabPath } from '#app/paths.ts';
import { Pill } from '#ui/feedback/pill.tsx';
import type { DownloadRecord } from './download-record.ts';
import { downloadsInAll } from './downloads-in-all.ts';

export function DownloadPill({ downloads }: { downloads: readonly DownloadRecord[] }) {
  const { t } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const { running, failed, percent } = downloadsInAll(downloads);
  if (running + failed === 0) return null;
  const isOver = running === 0;
  return (
    <Pill
      icon={IconDownload}
      text={isOver ? t('pill.failed', { count: failed }) : t('pill.count', { count: running })}
      percent={isOver || percent === undefined ? undefined : tCommon('percent', { percent })}
      brief={isOver ? undefined : String(running)}
      note={t('pill.see')}
      isFailed={failed > 0}
      renderLink={(link) => <Link to={accountTabPath('downloads')} {...link} />}
    />
  );
}
