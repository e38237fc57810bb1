// Says whether an item can be added, and otherwise what to do about it.
import type { ItemProblem, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatDate } from '#lib/format.ts';
import styles from './item-row.module.css';

const icons = { bad: IconAlertTriangle, good: IconCircleCheck, busy: IconLoader2 };

const problemTexts = {
  incomplete: 'problem.incomplete',
  empty: 'problem.empty',
  no_title: 'problem.noTitle',
  no_platform: 'problem.noPlatform',
  platform_taken: 'problem.platformTaken',
  same_as_other: 'problem.sameAsAnother',
  still_changing: 'problem.stillChanging',
  storage_full: 'problem.storageFull',
  unreadable: 'problem.unreadable',
  bad_names: 'problem.badNames',
  not_an_archive: 'problem.notAnArchive',
  failed: 'problem.failed',
} as const satisfies Record<ItemProblem, string>;

export function ItemState({ item }: { item: LibraryItem }) {
  const { t, i18n } = useTranslation('libraryReview');
  const state = stateOf(item, t, i18n.language);
  if (!state) return <span className={styles.state} />;
  const Icon = icons[state.kind];
  return (
    <p className={styles.state} data-kind={state.kind}>
      <Icon size={16} stroke={1.8} aria-hidden />
      <span>
        {state.text}
        {item.leftOutLinks > 0 && (
          <span className={styles.leftOut}>{t('row.leftOutLinks', { count: item.leftOutLinks })}</span>
        )}
      </span>
    </p>
  );
}

function stateOf(item: LibraryItem, t: TFunction<'libraryReview'>, language: string) {
  const { state, missingSince, problem, platform, gameId } = item;
  if (missingSince) {
    return { kind: 'bad', text: t('missing', { date: formatDate(missingSince, language) }) } as const;
  }
  if (state === 'adding') return { kind: 'busy', text: t('beingAdded') } as const;
  if (state !== 'found') return undefined;
  if (problem) return { kind: 'bad', text: t(problemTexts[problem], { platform }) } as const;
  return { kind: 'good', text: gameId ? t('readyForGame') : t('ready') } as const;
}
