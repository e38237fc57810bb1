// Shows the space that the library uses, the free space with a forecast, and the limits.

import type { StoragePlace, StorageUsage } from '@cellar/contract/admin/storage.endpoints.ts';
import { isStoredPlatform, normalizePlatform } from '@cellar/contract/games/rules/platforms.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatDay, formatSize } from '#lib/format.ts';
import { settingsPath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { Figures } from '#ui/figures.tsx';
import layout from '#ui/layout.module.css';
import { AmountBars } from '#ui/lists/amount-bars.tsx';
import { Section } from '#ui/section.tsx';
import styles from './storage-view.module.css';
import { storageCheckQuery, storageQuery } from './tools.queries.ts';

export function StorageView() {
  const { t } = useTranslation('storage');
  const client = useApi();
  const check = useQuery(storageCheckQuery(client));
  const query = useQuery({
    ...storageQuery(client, check.data?.last?.endedAt),
    enabled: check.isFetched,
  });
  return (
    <Section heading={t('usage.heading')} lead={t('usage.lead')}>
      {query.isPending && <LoadingBlock label={t('usage.loading')} height="11rem" />}
      {query.isError && !query.data && (
        <LoadFailed heading="h3" title={t('usage.loadFailedTitle')} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Usage usage={query.data} />}
    </Section>
  );
}

function Usage({ usage }: { usage: StorageUsage }) {
  const { t } = useTranslation('storage');
  const { platforms, places, limits } = usage;
  return (
    <>
      <StoragePlaces places={places} />
      <UsageFigures usage={usage} />
      <div className={styles.charts}>
        <Chart heading={t('usage.platforms')}>
          <StorageBars
            total={usage.files.bytes}
            parts={withoutVersions(platforms).map(({ platform, ...amount }) => ({
              key: platform,
              label: platform || t('usage.anyPlatform'),
              ...amount,
            }))}
          />
        </Chart>
        <Chart heading={t('limits.heading')}>
          <AppliedLimits limits={limits} />
        </Chart>
      </div>
    </>
  );
}

/** Adds up the versions of a platform: `Windows v1.2` counts as `Windows`. Returns the largest first. */
function withoutVersions(platforms: StorageUsage['platforms']): StorageUsage['platforms'] {
  const sums = new Map<string, StorageUsage['platforms'][number]>();
  for (const { platform: stored, files, bytes } of platforms) {
    const platform = isStoredPlatform(stored) ? normalizePlatform(stored) : stored;
    const sum = sums.get(platform) ?? { platform, files: 0, bytes: 0 };
    sums.set(platform, { platform, files: sum.files + files, bytes: sum.bytes + bytes });
  }
  return [...sums.values()].sort((one, other) => other.bytes - one.bytes);
}

interface Part {
  key: string;
  label: ReactNode;
  files: number;
  bytes: number;
}

interface StorageBarsProps {
  parts: Part[];
  /** In bytes. */
  total: number;
}

function StorageBars({ parts, total }: StorageBarsProps) {
  const { t, i18n } = useTranslation('storage');
  if (parts.length === 0)
    return (
      <Text c="dimmed" fz="var(--text-2)">
        {t('usage.empty')}
      </Text>
    );
  const detailOf = ({ files, bytes }: Part) => {
    const count = t('usage.filesCount', { count: files });
    if (total === 0) return count;
    return `${count} · ${t('usage.share', { percent: Math.round((100 * bytes) / total) })}`;
  };
  return (
    <AmountBars
      bars={parts.map((part) => ({
        key: part.key,
        label: part.label,
        value: part.bytes,
        amount: formatSize(part.bytes, i18n.language),
        detail: detailOf(part),
      }))}
    />
  );
}

function UsageFigures({ usage }: { usage: StorageUsage }) {
  const { t, i18n } = useTranslation('storage');
  const { files, inPlace, temp, artwork, databaseBytes } = usage;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const count = (amount: { files: number }) => t('usage.filesCount', { count: amount.files });
  const artworkFigure = artwork
    ? { value: size(artwork.bytes), detail: count(artwork) }
    : { value: '–', detail: t('usage.artworkUnknown') };
  return (
    <Figures
      figures={[
        { name: t('usage.files'), value: size(files.bytes), detail: count(files) },
        ...(inPlace.files === 0
          ? []
          : [{ name: t('usage.inPlace'), value: size(inPlace.bytes), detail: count(inPlace) }]),
        { name: t('usage.temp'), value: size(temp.bytes), detail: count(temp) },
        { name: t('usage.artwork'), ...artworkFigure },
        { name: t('usage.database'), value: size(databaseBytes) },
      ]}
    />
  );
}

function Chart({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} style={{ minWidth: 0 }}>
      <h3 id={id}>{heading}</h3>
      {children}
    </section>
  );
}

/** The limits that can be changed, each with the place for that. */
function AppliedLimits({ limits }: Pick<StorageUsage, 'limits'>) {
  const { t, i18n } = useTranslation('storage');
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const settings = <Link to={settingsPath('downloads')}>{t('limits.settings')}</Link>;
  return (
    <dl className={styles.limits}>
      <Limit
        name={t('limits.chunk')}
        value={size(limits.maxChunkBytes)}
        change={<code>MAX_CHUNK_BYTES</code>}
      />
      <Limit
        name={t('limits.history')}
        value={new Intl.NumberFormat(i18n.language).format(limits.historyEntries)}
        change={settings}
      />
    </dl>
  );
}

function Limit({ name, value, change }: { name: string; value: string; change: ReactNode }) {
  return (
    <div className={styles.limit}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={`${layout.small} ${styles.change}`}>{change}</dd>
    </div>
  );
}

/** The used and free space of the storage and the data folder, with a forecast. */
function StoragePlaces({ places }: { places: StoragePlace[] }) {
  return (
    <ul className={styles.places}>
      {places.map((place) => (
        <li key={place.place} className={layout.stack2}>
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
    <div className={layout.apart2}>
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

const farDays = 3650;

/** Says when a place will be full. */
function forecastText(
  { pace, days, freeBytes }: Pick<StoragePlace, 'pace' | 'days' | 'freeBytes'>,
  t: TFunction<'storage'>,
  language: string,
): string {
  if (!pace) return t('forecast.wait', { count: limits.forecastDays, recorded: days.length });
  const { bytesPerDay, fullInDays } = pace;
  if (bytesPerDay <= 0) return t('forecast.steady');
  const size = formatSize(bytesPerDay, language);
  if (freeBytes === null || fullInDays === null) return t('forecast.growing', { size });
  if (fullInDays > farDays) return t('forecast.far', { size });
  return t('forecast.full', { size, duration: formatDuration(fullInDays, language) });
}

/** Formats a number of days in the largest unit of which there are at least two: `4 months`. */
function formatDuration(days: number, language: string): string {
  const units = [
    ['year', 365],
    ['month', 30.4],
    ['week', 7],
  ] as const;
  const [unit, length] = units.find(([, length]) => days >= 2 * length) ?? (['day', 1] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.round(days / length));
}
