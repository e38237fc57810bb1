// The platform files of a game in the editor, with running uploads and a form to add a file.
import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import { Flex } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/section.tsx';
import { GameFileList } from '../game-file-list.tsx';
import styles from '../game-files.module.css';
import { useGameUploads } from '../use-game-uploads.ts';
import { AddPlatformFile } from './add-platform-file.tsx';
import { PlatformFileRow } from './platform-file-row.tsx';

export interface PlatformFilesProps {
  game: Game;
  /** Returns a button that downloads the file. */
  renderDownload(file: GameFile): ReactNode;
  /** Called when a file was removed. Uploaded files are reported by the engine. */
  onChanged(): void;
}

export function PlatformFiles({ game, renderDownload, onChanged }: PlatformFilesProps) {
  const { t } = useTranslation('platformFiles');
  const list = useRef<HTMLUListElement>(null);
  const uploads = useGameUploads(game._id, 'files');
  const { unfinished } = uploads;
  const running = [...new Map(uploads.running.map((upload) => [upload.platform, upload])).values()];
  const { title, gameFiles } = game;
  const platforms = new Set(gameFiles.map(({ platform }) => platform));
  const handleRemoved = () => {
    // The focused button has disappeared with its row.
    list.current?.focus();
    onChanged();
  };
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <Flex direction="column" gap="var(--space-5)">
        {gameFiles.length === 0 && running.length === 0 && <p className={styles.facts}>{t('none')}</p>}
        <GameFileList
          ref={list}
          label={t('heading')}
          running={running.filter(({ platform }) => !platforms.has(platform))}
          unfinished={unfinished}
        >
          {gameFiles.map((file) => (
            <li key={file.platform}>
              <PlatformFileRow
                game={game}
                file={file}
                download={renderDownload(file)}
                upload={running.find(({ platform }) => platform === file.platform)}
                onRemoved={handleRemoved}
                onFailed={onChanged}
              />
            </li>
          ))}
        </GameFileList>
        <AddPlatformFile gameId={game._id} title={title} platforms={platforms} running={running} mayReplace />
      </Flex>
    </Section>
  );
}
