// The cheat files of a game in its editor: the form for one more, and all there are as members see them, with Delete.
// Used by the game editor page.
import type { Game } from '@cellar/contract/games.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/section.tsx';
import { CheatCard } from './cheat-card.tsx';
import styles from './cheat-files-admin.module.css';
import { CheatForm } from './cheat-form.tsx';
import { CheatGroups } from './cheat-groups.tsx';
import { DeleteCheat } from './delete-cheat.tsx';

export function CheatFilesAdmin({ game: { _id, cheatFiles } }: { game: Game }) {
  const { t } = useTranslation('cheatsAdmin');
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const focusList = () => list.current?.focus();
  const handleDone = () => {
    setAdding(false);
    focusList();
  };
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <div className={styles.parts}>
        {isAdding ? (
          <CheatForm gameId={_id} onDone={handleDone} />
        ) : (
          <Button
            variant="default"
            className={styles.add}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </Button>
        )}
        {/* The focus comes here when what had it is gone. */}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <div ref={list} tabIndex={-1} role="group" aria-label={t('all')} className={styles.parts}>
          {cheatFiles.length === 0 && <p className={styles.dim}>{t('none')}</p>}
          <CheatGroups cheats={cheatFiles} headings={['h3', 'h4']}>
            {(cheat) => (
              <CheatCard
                gameId={_id}
                cheat={cheat}
                place="page"
                heading="h5"
                actions={<DeleteCheat gameId={_id} cheat={cheat} onDeleted={focusList} />}
              />
            )}
          </CheatGroups>
        </div>
      </div>
    </Section>
  );
}
