// Adding games: the form for one, and below it the list where several files were chosen at once. What comes of them is in
// the queue panel. Used by the Game Management tab.
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/section.tsx';
import { BatchList } from '../batch/batch-list.tsx';
import { useBatch } from '../batch/use-batch.ts';
import { AddGameForm } from './add-game-form.tsx';
import { useAddGame } from './use-add-game.ts';

export function AddGame({ maxChunkBytes }: { maxChunkBytes: number }) {
  const { t } = useTranslation('addGame');
  const form = useAddGame();
  const batch = useBatch();
  return (
    <>
      <Section heading={t('heading')} lead={t('lead')}>
        <AddGameForm {...form} chooseSeveral={(files) => batch.add(files)} maxChunkBytes={maxChunkBytes} />
      </Section>
      <BatchList />
    </>
  );
}
