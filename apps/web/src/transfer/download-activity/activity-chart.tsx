import type {
  ActivityStats,
  ActivityFigures as ActivityTotals,
} from '@cellar/contract/transfer/download-activity.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDay, formatSize } from '#lib/format.ts';
import { gamePath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Figures } from '#ui/figures.tsx';
import { AmountBars } from '#ui/lists/amount-bars.tsx';
import { Section } from '#ui/section.tsx';
import { activityStatsQuery } from './activity.queries.ts';
import styles from './activity-chart.module.css';
import { ActivityStates } from './activity-row.tsx';

const periods = [7, 30, 90, 365];

export function ActivityChart() {
  const { t } = useTranslation('downloadActivity');
  const [days, setDays] = useState(30);
  const query = useQuery(activityStatsQuery(useApi(), days));
  return (
    <Section heading={t('chart.heading')}>
      <Select
        className={styles.period}
        aria-label={t('chart.period')}
        value={String(days)}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
        data={periods.map((count) => ({ value: String(count), label: t('chart.days', { count }) }))}
      />
      <ActivityStates
        query={query}
        label={t('chart.loading')}
        failedTitle={t('log.loadFailedTitle')}
        failedText={t('log.loadFailed')}
      />
      {query.data && <Stats stats={query.data} />}
    </Section>
  );
}

function Stats({ stats }: { stats: ActivityStats }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const number = new Intl.NumberFormat(i18n.language);
  const { days, handedOver } = stats;
  return (
    <>
      <div className={styles.charts}>
        <DayBars
          heading={t('chart.bytes')}
          values={days.map(({ day, bytes }) => ({ day, value: bytes }))}
          format={(bytes) => formatSize(bytes, i18n.language)}
        />
        <DayBars
          heading={t('chart.downloads')}
          values={days.map(({ day, downloads }) => ({ day, value: downloads }))}
          format={(count) => number.format(count)}
        />
      </div>
      {handedOver > 0 && <p className={styles.note}>{t('chart.handedOver', { count: handedOver })}</p>}
      <DayTable days={days} />
      <TopGames games={stats.games} />
    </>
  );
}

interface DayBarsProps {
  heading: string;
  /** Oldest first. */
  values: { day: string; value: number }[];
  format(value: number): string;
}

/** In units of the drawing, which is stretched to fit the available space. */
const height = 100;
const step = 10;
const barWidth = 8;
/** Keeps days with few downloads visible. */
const minHeight = 1.5;

/** A bar for each day. Hidden from screen readers, because the table below has the same figures. */
function DayBars({ heading, values, format }: DayBarsProps) {
  const { t, i18n } = useTranslation('downloadActivity');
  const { t: tCommon } = useTranslation();
  const max = Math.max(0, ...values.map(({ value }) => value));
  const total = values.reduce((sum, { value }) => sum + value, 0);
  const [first, last] = [values[0]?.day ?? '', values.at(-1)?.day ?? ''];
  const heightOf = (value: number) =>
    value > 0 ? Math.max(minHeight, (height * value) / Math.max(1, max)) : 0;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <h3>{heading}</h3>
        <span className={styles.most}>{t('chart.most', { total: format(total), most: format(max) })}</span>
      </figcaption>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${Math.max(1, values.length) * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {values.map(({ day, value }, at) => (
          <rect
            key={day}
            className={styles.bar}
            x={at * step + (step - barWidth) / 2}
            y={height - heightOf(value)}
            width={barWidth}
            height={heightOf(value)}
          >
            <title>{tCommon('pair', { label: formatDay(day, i18n.language), value: format(value) })}</title>
          </rect>
        ))}
      </svg>
      <div className={styles.ends} aria-hidden>
        <span>{formatDay(first, i18n.language)}</span>
        <span>{formatDay(last, i18n.language)}</span>
      </div>
    </figure>
  );
}

/** A table of the days that had downloads, newest first. */
function DayTable({ days }: { days: ActivityStats['days'] }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const activeDays = days.filter(({ downloads, bytes }) => downloads > 0 || bytes > 0).reverse();
  if (activeDays.length === 0) return <p className={styles.empty}>{t('chart.empty')}</p>;
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Disclosure label={t('chart.table')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('chart.table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('chart.day')}</th>
              <th scope="col">{t('chart.downloads')}</th>
              <th scope="col">{t('chart.completed')}</th>
              <th scope="col">{t('chart.bytes')}</th>
            </tr>
          </thead>
          <tbody>
            {activeDays.map(({ day, downloads, completed, bytes }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day, i18n.language)}</th>
                <td>{number.format(downloads)}</td>
                <td>{number.format(completed)}</td>
                <td>{formatSize(bytes, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  );
}

function TopGames({ games }: { games: ActivityStats['games'] }) {
  const { t, i18n } = useTranslation('downloadActivity');
  if (games.length === 0) return null;
  return (
    <div className={styles.top}>
      <h3>{t('chart.top')}</h3>
      <AmountBars
        label={t('chart.top')}
        bars={games.map(({ gameTitle, game, downloads, bytes }) => ({
          key: game?._id ?? `deleted ${gameTitle}`,
          label: game ? <Link to={gamePath(game._id)}>{gameTitle}</Link> : gameTitle,
          value: downloads,
          amount: `${t('chart.times', { count: downloads })} · ${formatSize(bytes, i18n.language)}`,
        }))}
      />
    </div>
  );
}

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
