// The picker in a dialog. Used by the review of matches.
import type { Game } from '@cellar/contract/games.ts';
import type { Match } from '@cellar/contract/matches.ts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { MatchPicker } from './match-picker.tsx';

export interface PickerDialogProps {
  gameId: string;
  title: string;
  first?: Match | undefined;
  onApplied(game: Game): void;
  onClose(): void;
}

export function PickerDialog({ onClose, ...picker }: PickerDialogProps) {
  const { t } = useTranslation('matches');
  return (
    <Dialog heading={t('picker.headingOf', { title: picker.title })} size="60rem" onClose={onClose}>
      <MatchPicker {...picker} />
    </Dialog>
  );
}
