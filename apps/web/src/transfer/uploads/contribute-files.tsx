// The forms with which a contributor adds files to a game, each below what the game has and what is being uploaded.
import type { Game } from '@cellar/contract/games/games.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import { Flex } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/section.tsx';
import { AddExtra } from './extras/extra-form.tsx';
import styles from './game-files.module.css';
import { GameFileList, useGameUploads } from './game-files.tsx';
import { AddPlatformFile } from './platform-files/add-platform-file.tsx';

export function ContributeFiles({ game }: { game: Game }) {
  const { t } = useTranslation('platformFiles');
  const { t: tExtras } = useTranslation('extrasAdmin');
  const { _id, title, platforms, extras } = game;
  const { running } = useGameUploads(_id, 'files');
  return (
    <>
      <Files
        game={game}
        kind="files"
        heading={t('heading')}
        present={platforms.length > 0 ? t('present', { names: platforms.join(' · ') }) : t('none')}
      >
        <AddPlatformFile
          gameId={_id}
          title={title}
          platforms={new Set(platforms)}
          running={running}
          mayReplace={false}
        />
      </Files>
      <Files
        game={game}
        kind="extras"
        heading={tExtras('heading')}
        present={
          extras.length > 0 ? t('present', { names: extras.map(extraLabel).join(' · ') }) : tExtras('none')
        }
      >
        <AddExtra game={game} />
      </Files>
    </>
  );
}

interface FilesProps {
  game: Game;
  kind: 'files' | 'extras';
  heading: string;
  /** What the game has already. */
  present: string;
  /** The form. */
  children: ReactNode;
}

function Files({ game, kind, heading, present, children }: FilesProps) {
  const list = useRef<HTMLUListElement>(null);
  const { running, unfinished } = useGameUploads(game._id, kind);
  return (
    <Section heading={heading}>
      <Flex direction="column" gap="var(--space-5)">
        <p className={styles.facts}>{present}</p>
        {running.length + unfinished.length > 0 && (
          <GameFileList ref={list} label={heading} running={running} unfinished={unfinished}>
            {null}
          </GameFileList>
        )}
        {children}
      </Flex>
    </Section>
  );
}
