// What an admin can do with a game on its page: open a part to edit, or see it as members do. What deletes it comes from
// the page. Used by the editor's page.
import { Button } from '@mantine/core';
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
import { gamePath } from '#app/paths.ts';
import type { EditMode, GameEditor } from './draft/use-game-editor.ts';
import styles from './edit-buttons.module.css';

const parts = [
  { mode: 'metadata', text: 'scrapeMetadata', Icon: IconWorldSearch },
  { mode: 'title', text: 'editTitle', Icon: IconForms },
  { mode: 'description', text: 'editDescription', Icon: IconAlignLeft },
  { mode: 'custom', text: 'editMetadata', Icon: IconListDetails },
] as const;

export function EditButtons({ editor, children }: { editor: GameEditor; children: ReactNode }) {
  const { t } = useTranslation('gameEditor');
  const group = useFocusBack(editor.mode);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={group} className={styles.buttons} role="group" aria-label={t('tools')}>
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
    </div>
  );
}

/** When a part closes with the focus in it, its button gets it. */
function useFocusBack(mode: EditMode) {
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
