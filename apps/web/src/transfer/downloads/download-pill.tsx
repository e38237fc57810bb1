import { limits } from '@cellar/contract/rules/limits.ts';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountTabPath } from '#lib/paths.ts';
import { Pill } from '#ui/feedback/pill.tsx';
import type { DownloadRecord } from './engine/download-record.ts';

export function DownloadPill({ downloads }: { downloads: readonly DownloadRecord[] }) {
  const { t } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const { running, failed, percent } = downloadTotals(downloads);
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

interface DownloadTotals {
  running: number;
  failed: number;
  /** The overall progress in bytes; undefined if the size or progress of any download is unknown. */
  percent: number | undefined;
}

export function downloadTotals(records: readonly DownloadRecord[]): DownloadTotals {
  const running = records.filter(({ status }) => status === 'downloading');
  const failed = records.filter(({ status }) => status === 'failed').length;
  return { running: running.length, failed, percent: percentOf(running) };
}

function percentOf(running: DownloadRecord[]): number | undefined {
  if (running.some(({ fileSize, isHandedOver }) => fileSize === 0 || isHandedOver)) return undefined;
  const all = running.reduce((sum, { fileSize }) => sum + fileSize, 0);
  const sent = running.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
  return all > 0 ? Math.min(Math.floor((100 * sent) / all), limits.progressCapPercent) : undefined;
}
