// The dialog that merges the selected items into one game with several platforms, by setting the same title for all.
import type { LibraryItem } from '@cellar/contract/folders/folders.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './review.module.css';

export interface MergeDialogProps {
  items: readonly LibraryItem[];
  /** Whether more items than these are selected. */
  isAll: boolean;
  /** Rejects if the title could not be saved. */
  onMerge(title: string): Promise<void>;
  onClose(): void;
}

/** The maximum number of titles that are offered. */
const maxTitles = 8;

export function MergeDialog({ items, isAll, onMerge, onClose }: MergeDialogProps) {
  const { t } = useTranslation('libraryReview');
  const titles = [...new Set(items.map(({ title }) => title).filter(Boolean))];
  const [title, setTitle] = useState(() => shortest(titles));
  const [isBusy, setBusy] = useState(false);
  const twice = platformsTwice(items);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '' || isBusy) return;
    setBusy(true);
    // The message of a failure is shown by the change itself, and the dialog stays open.
    void onMerge(title.trim()).catch(() => setBusy(false));
  };
  return (
    <Dialog heading={t('merge.heading')} size="34rem" keepsText onClose={onClose}>
      <form className={styles.merge} onSubmit={handleSubmit} noValidate>
        <p className={styles.dim}>{t('merge.text')}</p>
        <TextInput
          label={t('merge.title')}
          withAsterisk
          data-autofocus
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {titles.length > 1 && (
          <ul className={styles.titles} aria-label={t('merge.titles')}>
            {titles.slice(0, maxTitles).map((each) => (
              <li key={each}>
                <Button variant="default" size="compact-sm" onClick={() => setTitle(each)}>
                  {each}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {!isAll && twice.length > 0 && (
          <Notice kind="info">{t('merge.twice', { platforms: twice.join(', ') })}</Notice>
        )}
        <div className={styles.mergeActions}>
          <Button variant="default" onClick={onClose}>
            {t('merge.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={title.trim() === ''}>
            {t('merge.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function shortest(titles: readonly string[]): string {
  return titles.toSorted((a, b) => a.length - b.length)[0] ?? '';
}

/** Returns the platforms of more than one item. */
function platformsTwice(items: readonly LibraryItem[]): string[] {
  const platforms = items.flatMap(({ platform }) => platform ?? []);
  return [...new Set(platforms.filter((platform, index) => platforms.indexOf(platform) !== index))];
}
