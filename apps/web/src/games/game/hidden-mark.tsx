// Tells an admin that members can't see a game, or its contributor that it waits for an admin.
import type { Game } from '@cellar/contract/games/games.ts';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './game-links.module.css';

export function HiddenMark({ game, isAdmin }: { game: Game; isAdmin: boolean }) {
  const { t } = useTranslation('game');
  return (
    <p className={styles.hidden}>
      <IconEyeOff size={17} stroke={1.7} aria-hidden />
      {game.contributionId === null ? t('hidden') : t(isAdmin ? 'waitingForAdmin' : 'waiting')}
    </p>
  );
}
