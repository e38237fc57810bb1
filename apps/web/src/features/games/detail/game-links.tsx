// Links from a game to its own page and, for admins, to its editor, and a button that copies its link.
import { Button } from '@mantine/core';
import { IconArrowUpRight, IconPencil } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { adminGamePath, gamePath } from '#app/paths.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import styles from './game-links.module.css';
import { useEditKey } from './use-edit-key.ts';
import { wayBackState } from './way-back.ts';

export interface GameLinksProps {
  id: string;
  hasPage?: boolean;
  mayEdit: boolean;
}

export function GameLinks({ id, hasPage = false, mayEdit }: GameLinksProps) {
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
      {mayEdit && <EditLink id={id} />}
      <CopyButton
        isWide
        text={window.location.origin + path}
        label={t('copyLink')}
        copiedLabel={t('copiedLink')}
      />
    </div>
  );
}

function EditLink({ id }: { id: string }) {
  const { t } = useTranslation('game');
  const link = useRef<HTMLAnchorElement>(null);
  useEditKey(link);
  return (
    <Button
      ref={link}
      component={Link}
      to={adminGamePath(id)}
      variant="default"
      size="compact-sm"
      leftSection={<IconPencil size={16} />}
      aria-keyshortcuts="e"
    >
      {t('edit')}
    </Button>
  );
}
