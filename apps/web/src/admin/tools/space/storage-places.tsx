// The used and free space of the storage and the data folder, with a forecast.
import type { StoragePlace } from '@cellar/contract/admin/storage.ts';
import { useTranslation } from 'react-i18next';
import { formatDay, formatSize } from '#lib/format.ts';
import { forecastText } from './forecast-text.ts';
import styles from './storage-places.module.css';

export function StoragePlaces({ places }: { places: StoragePlace[] }) {
  return (
    <ul className={styles.places}>
      {places.map((place) => (
        <li key={place.place} className={styles.place}>
          <Place place={place} />
        </li>
      ))}
    </ul>
  );
}

function Place({ place }: { place: StoragePlace }) {
  const { t, i18n } = useTranslation('storage');
  const { kind, holdsData, usedBytes, freeBytes } = place;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const name = () => {
    if (kind === 's3') return t('places.bucket');
    if (place.place === 'data') return t('places.data');
    return t(holdsData ? 'places.both' : 'places.storage');
  };
  return (
    <>
      <h3>{name()}</h3>
      <p className={styles.amounts}>
        {freeBytes === null ? (
          <strong>{t('places.used', { size: size(usedBytes) })}</strong>
        ) : (
          <>
            <strong>{t('places.free', { size: size(freeBytes) })}</strong>
            <span>{t('places.usedOfDisk', { size: size(usedBytes) })}</span>
          </>
        )}
      </p>
      {freeBytes !== null && <UsedBar usedBytes={usedBytes} freeBytes={freeBytes} />}
      {freeBytes === null && <p className={styles.note}>{t('places.noLimit')}</p>}
      <p className={styles.note}>{forecastText(place, t, i18n.language)}</p>
      <Days days={place.days} />
    </>
  );
}

/** The amounts are beside it as text. */
function UsedBar({ usedBytes, freeBytes }: { usedBytes: number; freeBytes: number }) {
  const part = usedBytes / Math.max(1, usedBytes + freeBytes);
  return (
    <div className={styles.track} aria-hidden>
      <div className={styles.fill} data-full={part > 0.9 || undefined} style={{ width: `${100 * part}%` }} />
    </div>
  );
}

const height = 20;

/** A line from the first to the last recorded day. Their values are written below it. */
function Days({ days }: Pick<StoragePlace, 'days'>) {
  const { i18n } = useTranslation('storage');
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first === last) return null;
  const xOf = (day: string) => (Date.parse(day) - Date.parse(first.day)) / 86_400_000;
  const all = days.map(({ usedBytes }) => usedBytes);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const yOf = (bytes: number) => height - (height * (bytes - least)) / Math.max(1, most - least);
  const points = days.map(({ day, usedBytes }) => `${xOf(day)},${yOf(usedBytes)}`).join(' ');
  const label = ({ day, usedBytes }: typeof first) =>
    `${formatSize(usedBytes, i18n.language)} · ${formatDay(day, i18n.language)}`;
  return (
    <div className={styles.days}>
      <svg
        className={styles.plot}
        viewBox={`0 -1 ${xOf(last.day)} ${height + 2}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <polyline className={styles.line} points={points} />
      </svg>
      <p className={styles.ends}>
        <span>{label(first)}</span>
        <span>{label(last)}</span>
      </p>
    </div>
  );
}
