// The buttons that open the parts of the editor and lead to the game's page.
import { Button, Group } from '@mantine/core';
import {
  IconAlignLeft,
  IconExternalLink,
  IconForms,
  IconListDetails,
  IconWorldSearch,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gamePath } from '#lib/paths.ts';
import type { EditMode, GameEditor } from './draft/use-game-editor.ts';

const parts = [
  { mode: 'metadata', text: 'scrapeMetadata', Icon: IconWorldSearch },
  { mode: 'title', text: 'editTitle', Icon: IconForms },
  { mode: 'description', text: 'editDescription', Icon: IconAlignLeft },
  { mode: 'custom', text: 'editMetadata', Icon: IconListDetails },
] as const;

export interface EditButtonsProps {
  editor: GameEditor;
  /** Additional buttons. */
  children: ReactNode;
}

export function EditButtons({ editor, children }: EditButtonsProps) {
  const { t } = useTranslation('gameEditor');
  const group = useFocusAfterClose(editor.mode);
  return (
    <Group ref={group} gap="var(--space-2)" role="group" aria-label={t('tools')}>
      {parts.map(({ mode, text, Icon }) => (
        <Button
          key={mode}
          data-part={mode}
          variant="default"
          size="sm"
          aria-expanded={editor.mode === mode}
          leftSection={<Icon size={17} stroke={1.7} />}
          onClick={() => editor.toggle(mode)}
        >
          {t(text)}
        </Button>
      ))}
      <Button
        component={Link}
        to={gamePath(editor.game._id)}
        variant="default"
        size="sm"
        leftSection={<IconExternalLink size={17} stroke={1.7} />}
      >
        {t('gamePage')}
      </Button>
      {children}
    </Group>
  );
}

/** When a part closes while it contains the focus, moves the focus to the part's button. */
function useFocusAfterClose(mode: EditMode) {
  const group = useRef<HTMLDivElement>(null);
  const before = useRef(mode);
  useEffect(() => {
    const closed = before.current;
    before.current = mode;
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (mode === 'none' && isLost) {
      group.current?.querySelector<HTMLElement>(`[data-part="${closed}"]`)?.focus();
    }
  }, [mode]);
  return group;
}
