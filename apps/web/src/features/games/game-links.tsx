// From the overlay to the game's own page: a link to open, and one to give away.
import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { gamePath } from '#app/paths.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import styles from './game-links.module.css';
import { wayBackState } from './way-back.ts';

export function GameLinks({ id, hasPage = false }: { id: string; hasPage?: boolean }) {
  const { t } = useTranslation('game');
  const path = gamePath(id);
  const location = useLocation();
  return (
    <div className={styles.links}>
      {hasPage && (
        <Button
          component={Link}
          to={path}
          state={wayBackState(location)}
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowUpRight size={16} />}
        >
          {t('openPage')}
        </Button>
      )}
      <CopyButton
        isWide
        text={window.location.origin + path}
        label={t('copyLink')}
        copiedLabel={t('copiedLink')}
      />
    </div>
  );
}
