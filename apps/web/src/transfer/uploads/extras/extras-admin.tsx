// The updates and extras of a game in the editor, with running uploads and a form to add one.
import type { Game } from '@cellar/contract/games/games.ts';
import { Flex } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/section.tsx';
import { GameFileList } from '../game-file-list.tsx';
import styles from '../game-files.module.css';
import { useGameUploads } from '../use-game-uploads.ts';
import { AddExtra } from './add-extra.tsx';
import { ExtraRow } from './extra-row.tsx';

export interface ExtrasAdminProps {
  game: Game;
  /** Called when an extra was changed or deleted. Uploaded extras are reported by the engine. */
  onChanged(): void;
}

export function ExtrasAdmin({ game, onChanged }: ExtrasAdminProps) {
  const { t } = useTranslation('extrasAdmin');
  const list = useRef<HTMLUListElement>(null);
  const { running, unfinished } = useGameUploads(game._id, 'extras');
  const { extras } = game;
  const handleDeleted = () => {
    // The focused button disappears with its row.
    list.current?.focus();
    onChanged();
  };
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <Flex direction="column" gap="var(--space-5)">
        {extras.length === 0 && running.length === 0 && <p className={styles.facts}>{t('none')}</p>}
        <GameFileList ref={list} label={t('heading')} running={running} unfinished={unfinished}>
          {extras.map((extra) => (
            <li key={extra._id}>
              <ExtraRow game={game} extra={extra} onChanged={onChanged} onDeleted={handleDeleted} />
            </li>
          ))}
        </GameFileList>
        <AddExtra game={game} />
      </Flex>
    </Section>
  );
}
