// The updates and extras of a game, by kind and with the newest version on top.

import type { Game } from '@cellar/contract/games/games.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import { type ExtraKind, extraKinds } from '@cellar/contract/transfer/rules/extras.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import { ExtraCard } from './extra-card.tsx';
import styles from './extras.module.css';

/** The heading levels of the section, the kinds and the extras. */
const headings = { page: ['h2', 'h3', 'h4'], overlay: ['h3', 'h4', 'h5'] } as const;

export function Extras({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t, i18n } = useTranslation('extras');
  const headingId = useId();
  const [Heading, KindHeading, nameHeading] = headings[place];
  const { extras, lastDownloadedAt } = game;
  if (extras.length === 0) return null;
  const isNew = ({ createdAt }: Extra) => lastDownloadedAt !== null && createdAt > lastDownloadedAt;
  const count = extras.filter(isNew).length;
  const date = lastDownloadedAt === null ? '' : formatDate(lastDownloadedAt, i18n.language);
  return (
    <section ref={keepFocus} aria-labelledby={headingId} className={styles.section}>
      <div className={styles.top}>
        <Heading id={headingId}>{t('heading')}</Heading>
        {count > 0 && <Badge tone="accent">{t('newCount', { count })}</Badge>}
      </div>
      {groupByKind(extras).map((group) => (
        <section key={group.kind}>
          <KindHeading className={styles.kind}>{t(`kinds.${group.kind}`)}</KindHeading>
          <CardGrid size="large" isFilled>
            {group.extras.map((extra) => (
              <li key={extra._id} className={styles.place}>
                <ExtraCard
                  game={game}
                  extra={extra}
                  newSince={isNew(extra) ? date : undefined}
                  heading={nameHeading}
                />
              </li>
            ))}
          </CardGrid>
        </section>
      ))}
    </section>
  );
}

function groupByKind(extras: Extra[]): { kind: ExtraKind; extras: Extra[] }[] {
  return extraKinds
    .map((kind) => ({ kind, extras: extras.filter((extra) => extra.kind === kind) }))
    .filter((group) => group.extras.length > 0);
}
