// A value for each day as bars, for the eye: the same figures stand in the table below. Drawn without a library.
import { useTranslation } from 'react-i18next';
import { formatDay } from '#lib/format.ts';
import styles from './activity-chart.module.css';

export interface DayBarsProps {
  heading: string;
  /** Oldest first. */
  values: { day: string; value: number }[];
  format(value: number): string;
}

/** Of the drawing; it is stretched to the room there is. */
const height = 100;
const step = 10;
const barWidth = 8;
/** A day with little must not look like a day with nothing. */
const leastHeight = 1.5;

export function DayBars({ heading, values, format }: DayBarsProps) {
  const { t, i18n } = useTranslation('downloadActivity');
  const { t: tCommon } = useTranslation();
  const most = Math.max(0, ...values.map(({ value }) => value));
  const total = values.reduce((sum, { value }) => sum + value, 0);
  const [first, last] = [values[0]?.day ?? '', values.at(-1)?.day ?? ''];
  const heightOf = (value: number) =>
    value > 0 ? Math.max(leastHeight, (height * value) / Math.max(1, most)) : 0;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <h3>{heading}</h3>
        <span className={styles.most}>{t('chart.most', { total: format(total), most: format(most) })}</span>
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
