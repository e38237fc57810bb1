// The updates and extras of a game in the editor, with running uploads and a form to add one.
import type { Game } from '@cellar/contract/games.ts';
import { Flex } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import cards from '#ui/lists/cards.module.css';
import { Section } from '#ui/section.tsx';
import { GameUpload } from '../game-upload.tsx';
import { UnfinishedRow } from '../unfinished/unfinished-row.tsx';
import { useGameUploads } from '../use-game-uploads.ts';
import { AddExtra } from './add-extra.tsx';
import { ExtraRow } from './extra-row.tsx';
import styles from './extras-admin.module.css';

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
        <ul ref={list} tabIndex={-1} aria-label={t('heading')} className={`${cards.list} ${styles.list}`}>
          {extras.map((extra) => (
            <li key={extra._id}>
              <ExtraRow game={game} extra={extra} onChanged={onChanged} onDeleted={handleDeleted} />
            </li>
          ))}
          {running.map((upload) => (
            <li key={upload.id} className={`${cards.card} ${styles.row}`}>
              <h3 className={styles.name}>{upload.part}</h3>
              <GameUpload upload={upload} />
            </li>
          ))}
          {unfinished.map((upload) => (
            <li key={upload.uploadId}>
              <UnfinishedRow upload={upload} />
            </li>
          ))}
        </ul>
        <AddExtra game={game} />
      </Flex>
    </Section>
  );
}
