import type { ActivityFigures as ActivityTotals } from '@cellar/contract/transfer/download-activity.ts';
import { useTranslation } from 'react-i18next';
import { Figures } from '#ui/figures.tsx';

const names = [
  'totalDownloads',
  'uniqueUsers',
  'uniqueGames',
  'inProgress',
] as const satisfies (keyof ActivityTotals)[];

/** Shows the figures of the whole log, regardless of the filter. */
export function ActivityFigures({ figures }: { figures: ActivityTotals | undefined }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const format = new Intl.NumberFormat(i18n.language);
  return (
    <Figures
      figures={names.map((name) => ({
        name: t(`figures.${name}`),
        value: figures ? format.format(figures[name]) : '–',
      }))}
    />
  );
}
