// “What shall we play tonight?”: a random game that fits a few wishes.

import { sizeRangeNames } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { Button } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Cover } from '#ui/covers/cover.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { usePickGame, type Wishes } from './home.queries.ts';
import styles from './tonight.module.css';

export interface TonightProps {
  /** With their names in the page's language. */
  genres: readonly { value: string; label: string }[];
  platforms: readonly string[];
  hrefOf(gameId: string): string;
}

export function Tonight({ genres, platforms, hrefOf }: TonightProps) {
  const { t } = useTranslation('home');
  const [wishes, setWishes] = useState<Wishes>({ genre: '', platform: '', size: '', isNotDownloaded: false });
  const pick = usePickGame();
  const change = (part: Partial<Wishes>) => setWishes((before) => ({ ...before, ...part }));
  const handlePick = () =>
    pick.mutate(wishes, { onError: (error) => toastRefusal(error, t('tonight.failed')) });
  return (
    <section className={styles.tonight} aria-labelledby="tonight">
      <div className={styles.ask}>
        <h2 id="tonight">{t('tonight.heading')}</h2>
        <p className={layout.small}>{t('tonight.text')}</p>
        <WishFields wishes={wishes} genres={genres} platforms={platforms} onChange={change} />
        <Button
          leftSection={<IconDice5 size={20} aria-hidden />}
          loading={pick.isPending}
          onClick={handlePick}
        >
          {pick.data?.game ? t('tonight.again') : t('tonight.pick')}
        </Button>
      </div>
      <div className={styles.answer} aria-live="polite">
        {pick.data && <Answer {...pick.data} hrefOf={hrefOf} />}
      </div>
    </section>
  );
}

interface WishFieldsProps extends Omit<TonightProps, 'hrefOf'> {
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

type Picked = NonNullable<ReturnType<typeof usePickGame>['data']>;

function Answer({ game, total, hrefOf }: Picked & Pick<TonightProps, 'hrefOf'>) {
  const { t } = useTranslation('home');
  if (!game) return <p>{t('tonight.none')}</p>;
  return (
    <Link
      to={hrefOf(game._id)}
      className={styles.picked}
      aria-label={t('tonight.open', { title: game.title })}
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
