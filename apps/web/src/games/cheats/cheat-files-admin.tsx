// The cheat files of a game in the editor, with a form to add one.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { CheatFile } from '@cellar/contract/games/cheats.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { Button, Flex, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { CheatCard, useRefreshGame } from './cheat-card.tsx';
import { CheatGroups } from './cheat-files.tsx';
import { CheatForm } from './cheat-form.tsx';

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
      <Flex direction="column" gap="var(--space-4)">
        {isAdding ? (
          <CheatForm gameId={_id} onDone={handleDone} />
        ) : (
          <Button
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </Button>
        )}
        {/* Receives the focus when the focused button disappears. */}
        <Flex
          ref={list}
          tabIndex={-1}
          role="group"
          aria-label={t('all')}
          direction="column"
          gap="var(--space-4)"
        >
          {cheatFiles.length === 0 && <Text c="dimmed">{t('none')}</Text>}
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
        </Flex>
      </Flex>
    </Section>
  );
}

interface DeleteCheatProps {
  gameId: string;
  cheat: CheatFile;
  onDeleted(): void;
}

function DeleteCheat({ gameId, cheat: { _id, name }, onDeleted }: DeleteCheatProps) {
  const { t } = useTranslation('cheatsAdmin');
  const client = useApi();
  const refresh = useRefreshGame(gameId);
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.call(adminApi.deleteCheat, { params: { id: gameId, cheatId: _id } }),
    onSuccess: () => {
      toast.success(t('deleted', { name }));
      setAsking(false);
      onDeleted();
    },
    onError: (error) => {
      toastRefusal(error, t('deleteFailed'));
      setAsking(false);
    },
    onSettled: refresh,
  });
  return (
    <>
      <Button
        variant="default"
        color="red"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconTrash size={17} aria-hidden />}
        aria-label={t('deleteOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('deleteQuestion', { name })}
        text={t('deleteText')}
        confirmLabel={t('deleteConfirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
