// The button that opens the form for new games, and whether the form is open. The form never closes while something is in it.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { adminParts } from '#lib/paths.ts';
import { useBatch, useBatchContent } from '../batch/use-batch.ts';

interface AddingGames {
  isOpen: boolean;
  toggle(): void;
}

/** `isNeeded`: whether there is nothing to do but to add games. */
export function useAddingGames(isNeeded: boolean): AddingGames {
  const { form } = useBatch();
  const { entries, refused } = useBatchContent();
  const { hash, key } = useLocation();
  const hasList = entries.length + refused.length > 0;
  const hasDraft = () => Boolean(form.draft.file || form.draft.title);
  const [isOpen, setOpen] = useState(hasDraft);
  const [timesOpened, setTimesOpened] = useState(0);
  // It stays open after the first game was added, because others may follow.
  if (!isOpen && (isNeeded || hasList)) setOpen(true);
  const open = () => {
    setOpen(true);
    setTimesOpened((times) => times + 1);
  };
  const handleLink = useEffectEvent(open);
  useEffect(() => {
    if (key && hash === `#${adminParts.addGame.id}`) handleLink();
  }, [hash, key]);
  useEffect(() => {
    if (timesOpened > 0) focusForm();
  }, [timesOpened]);
  return { isOpen, toggle: () => (isOpen && !hasList && !hasDraft() ? setOpen(false) : open()) };
}

function focusForm(): void {
  document.getElementById(adminParts.addGame.id)?.querySelector<HTMLElement>('input, button')?.focus();
}

export function AddGamesButton({ isOpen, toggle }: AddingGames) {
  const { t } = useTranslation('gamesAdmin');
  return (
    <Button
      size="sm"
      // While the form is open, its button is the main one.
      variant={isOpen ? 'default' : 'filled'}
      leftSection={<IconPlus size={18} />}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      {t('addGames')}
    </Button>
  );
}
