// Chooses the game that fulfils a request.
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import known from '../known-games.module.css';
import styles from '../new-request.module.css';
import { sameGamesQuery } from '../requests.queries.ts';
import dialog from './fulfil-dialog.module.css';

export interface FulfilDialogProps {
  title: string;
  isBusy: boolean;
  onFulfil(gameId: string): void;
  onClose(): void;
}

const pauseMs = 200;

export function FulfilDialog({ title, isBusy, onFulfil, onClose }: FulfilDialogProps) {
  const { t } = useTranslation('requests');
  const [typed, setTyped] = useState(title);
  const search = useDebouncedValue(typed, pauseMs)[0];
  const query = useQuery({ ...sameGamesQuery(useApi(), search), placeholderData: keepPreviousData });
  const games = query.data?.games ?? [];
  return (
    <Dialog heading={t('admin.fulfilHeading', { title })} keepsText onClose={onClose}>
      <div className={styles.form}>
        <p className={dialog.hint}>{t('admin.fulfilHint')}</p>
        <TextInput
          data-autofocus
          type="search"
          size="md"
          aria-label={t('admin.findGame')}
          leftSection={<IconSearch size={18} stroke={1.7} />}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={dialog.found} role="status">
          {query.isSuccess && games.length === 0 && <p className={dialog.hint}>{t('admin.noGame')}</p>}
          <ul className={known.list}>
            {games.map(({ _id, title: name, boxArtUrl, platforms }) => (
              <li key={_id} className={known.entry}>
                <div className={known.cover}>
                  <Cover title={name} url={boxArtUrl} sizes="2.25rem" />
                </div>
                <span className={`${known.name} ${dialog.name}`}>
                  {name}
                  <span className={known.fact}>{platforms.join(', ')}</span>
                </span>
                <Button
                  variant="default"
                  size="compact-md"
                  disabled={isBusy}
                  aria-label={t('admin.chooseName', { title: name })}
                  onClick={() => onFulfil(_id)}
                >
                  {t('admin.choose')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}
