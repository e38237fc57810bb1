// The form for a single game, and below it the batch list for several files.
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
