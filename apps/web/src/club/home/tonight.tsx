// “What shall we play tonight?”: a random game at once, and others that fit a few wishes.
import type { RandomGame } from '@cellar/contract/club/home.endpoints.ts';
import { sizeRangeNames } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconDice5 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/services-context.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { tonightQuery, type Wishes } from './home.queries.ts';
import styles from './tonight.module.css';

export interface TonightProps {
  /** With their names in the page's language. */
  genres: readonly { value: string; label: string }[];
  platforms: readonly string[];
  hrefOf(gameId: string): string;
  onClose(): void;
}

const noWishes: Wishes = { genre: '', platform: '', size: '', isNotDownloaded: false };

export function Tonight({ genres, platforms, hrefOf, onClose }: TonightProps) {
  const { t } = useTranslation('home');
  const [wishes, setWishes] = useState(noWishes);
  const [drawn, setDrawn] = useState({ wishes: noWishes, draw: 0 });
  const [isNarrowing, setNarrowing] = useState(false);
  const { data, error, isFetching } = useQuery(tonightQuery(useApi(), drawn));
  const isFirst = drawn.draw === 0;
  return (
    <Dialog heading={t('tonight.heading')} size="30rem" onClose={onClose}>
      {/* The focus tells of the first game. */}
      <div className={styles.answer} aria-live={isFirst ? 'off' : 'polite'}>
        {error ? (
          <Notice kind="error">{errorText(error, t('tonight.failed'))}</Notice>
        ) : data ? (
          <Answer key={data.game?._id} {...data} hrefOf={hrefOf} hasFocus={isFirst} />
        ) : (
          <Skeleton height="12rem" />
        )}
      </div>
      <div className={layout.split}>
        <Button
          leftSection={<IconDice5 size={20} aria-hidden />}
          loading={isFetching}
          onClick={() => setDrawn({ wishes, draw: drawn.draw + 1 })}
        >
          {t(data?.game ? 'tonight.again' : 'tonight.pick')}
        </Button>
        <Button
          variant="subtle"
          aria-expanded={isNarrowing}
          rightSection={isNarrowing ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
          onClick={() => setNarrowing(!isNarrowing)}
        >
          {t('tonight.narrow')}
        </Button>
      </div>
      {isNarrowing && (
        <WishFields
          wishes={wishes}
          genres={genres}
          platforms={platforms}
          onChange={(part) => setWishes({ ...wishes, ...part })}
        />
      )}
    </Dialog>
  );
}

interface WishFieldsProps extends Pick<TonightProps, 'genres' | 'platforms'> {
  wishes: Wishes;
  onChange(part: Partial<Wishes>): void;
}

function WishFields({ wishes, genres, platforms, onChange }: WishFieldsProps) {
  const { t } = useTranslation('home');
  const { t: tFilters } = useTranslation('filters');
  const sizes = sizeRangeNames.map((value) => ({ value, label: tFilters(`size.${value}`) }));
  return (
    <div className={styles.wishes}>
      <Select
        aria-label={t('tonight.genre')}
        value={wishes.genre}
        data={[{ value: '', label: t('tonight.anyGenre') }, ...genres]}
        onChange={(event) => onChange({ genre: event.currentTarget.value })}
      />
      <Select
        aria-label={t('tonight.platform')}
        value={wishes.platform}
        data={[{ value: '', label: t('tonight.anyPlatform') }, ...platforms]}
        onChange={(event) => onChange({ platform: event.currentTarget.value })}
      />
      <Select
        aria-label={t('tonight.size')}
        value={wishes.size}
        data={[{ value: '', label: t('tonight.anySize') }, ...sizes]}
        onChange={(event) => onChange({ size: event.currentTarget.value })}
      />
      <Switch
        label={t('tonight.notDownloaded')}
        isOn={wishes.isNotDownloaded}
        onChange={(isNotDownloaded) => onChange({ isNotDownloaded })}
      />
    </div>
  );
}

interface AnswerProps extends RandomGame, Pick<TonightProps, 'hrefOf'> {
  hasFocus: boolean;
}

const takeFocus = (link: HTMLElement | null) => link?.focus();

function Answer({ game, total, hrefOf, hasFocus }: AnswerProps) {
  const { t } = useTranslation('home');
  if (!game) return <p>{t('tonight.none')}</p>;
  return (
    <Link
      to={hrefOf(game._id)}
      className={styles.picked}
      aria-label={t('tonight.open', { title: game.title })}
      ref={hasFocus ? takeFocus : undefined}
    >
      <span className={styles.cover}>
        <Cover title={game.title} url={game.boxArtUrl} thumbhash={game.boxArtThumbhash} sizes="8rem" />
      </span>
      <span className={styles.words}>
        <strong>{game.title}</strong>
        <span className={layout.small}>{t('tonight.from', { count: total })}</span>
      </span>
    </Link>
  );
}
