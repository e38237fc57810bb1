// The last successful backup and the next one, as figures.
import type { BackupStatus } from '@cellar/contract/admin/backups.ts';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatSize } from '#lib/format.ts';
import { Figures } from '#ui/figures.tsx';

export function BackupFigures({ status: { lastGood, nextAt, timeZone } }: { status: BackupStatus }) {
  const { t, i18n } = useTranslation('backups');
  const { language } = i18n;
  const next = {
    name: t('next'),
    // In the time zone of the schedule, which is shown below.
    ...(nextAt ? formatNext(nextAt, language, timeZone) : { value: t('notPlanned') }),
  };
  if (!lastGood) return <Figures figures={[{ name: t('last'), value: t('never') }, next]} />;
  const { startedAt, endedAt, totalFiles, totalBytes, copiedBytes } = lastGood;
  return (
    <Figures
      figures={[
        {
          name: t('last'),
          value: formatAgo(endedAt, language),
          detail: t('files', { count: totalFiles }),
        },
        {
          name: t('size'),
          value: formatSize(totalBytes, language),
          detail: t('new', { size: formatSize(copiedBytes, language) }),
        },
        { name: t('duration'), value: formatDuration(startedAt, endedAt, language) },
        next,
      ]}
    />
  );
}

function formatNext(time: string, language: string, timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone }).format(new Date(time));
  return {
    value: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    detail: format({ timeStyle: 'short' }),
  };
}

const units = [
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Returns the duration in its largest unit: `3 hours`, `5 minutes`, `12 seconds`. */
function formatDuration(from: string, to: string, language: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.round(seconds / size));
}
