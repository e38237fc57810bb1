// Describes bulk changes and their results.
import type { BulkChange, BulkResult } from '@cellar/contract/games/bulk-changes.ts';
import type { TFunction } from '#i18n/text-keys.ts';

type Texts = TFunction<'bulkChanges'>;

/** At most this many skipped games are named in a toast. */
const named = 3;

/** Says how many games changed, and which did not and why. */
export function resultText(t: Texts, result: BulkResult, isUndo: boolean): string {
  const { change, changed, unchanged, missing, skipped, skippedGames } = result;
  const kind = change?.kind === 'delete' || change?.kind === 'match' ? change.kind : 'changed';
  const sentences = [
    changed > 0 && t(isUndo ? 'result.undone' : `result.${kind}`, { count: changed }),
    changed === 0 && t(isUndo ? 'result.nothingUndone' : 'result.nothing'),
    changed > 0 && unchanged > 0 && t('result.unchanged', { count: unchanged }),
    missing > 0 && t('result.missing', { count: missing }),
    skipped > 0 && t('result.skipped', { count: skipped }),
    ...skippedGames
      .slice(0, named)
      .map(({ title, reason }) => t('result.skippedGame', { title, reason: t(`reasons.${reason}`) })),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Says what was changed, without the number of games. */
export function changeText(t: Texts, { kind, from, to }: BulkChange): string {
  if (kind === 'setGenres')
    return t(`kinds.${from.length > 0 ? kind : 'clearGenres'}`, { from: from.join(', ') });
  if (kind === 'setDeveloper' || kind === 'setPublisher') {
    const cleared = kind === 'setDeveloper' ? 'clearDeveloper' : 'clearPublisher';
    return t(`kinds.${to ? kind : cleared}`, { to: to ?? '' });
  }
  if (kind === 'setVisibility') return t(to === 'hidden' ? 'kinds.hide' : 'kinds.show');
  return t(`kinds.${kind}`, { from: from.join(', '), to: to ?? '' });
}
