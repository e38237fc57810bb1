// The library folders: what was found in each, its scans, and a form to add another folder.

import type { LibraryFolders as Folders, LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { Button, Group } from '@mantine/core';
import { IconFolderPlus, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminParts, paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { FolderRow } from './folder-row.tsx';
import styles from './folders.module.css';
import { libraryFoldersQuery, useWhenAdded } from './folders.queries.ts';

export interface LibraryFoldersProps {
  /** Called when the background has added items to the library. */
  onGamesChanged(): void;
}

export function LibraryFolders({ onGamesChanged }: LibraryFoldersProps) {
  const { t } = useTranslation('library');
  const query = useQuery(libraryFoldersQuery(useApi()));
  useWhenAdded(query.data, onGamesChanged);
  if (query.isPending) return null;
  if (query.data && query.data.roots.length + query.data.folders.length === 0) return <SetUpRoots />;
  const isEmpty = query.data?.folders.length === 0;
  return (
    <Section
      heading={t('heading')}
      {...(isEmpty && { lead: t('lead') })}
      anchor={adminParts.libraryFolders.id}
    >
      {query.data ? (
        <FolderList {...query.data} />
      ) : (
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      )}
    </Section>
  );
}

function FolderList({ roots, folders }: Folders) {
  const { t } = useTranslation('library');
  const [opened, setOpened] = useState<LibraryFolder | 'new'>();
  const away = roots.filter(({ isAvailable }) => !isAvailable);
  return (
    <>
      {roots.length === 0 && <Notice kind="error">{t('setUp.again')}</Notice>}
      {away.length > 0 && (
        <Notice kind="error">{t('rootsAway', { paths: away.map(({ path }) => path).join(', ') })}</Notice>
      )}
      <Group gap="var(--space-2)">
        {roots.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconFolderPlus size={18} stroke={1.7} />}
            onClick={() => setOpened('new')}
          >
            {t('add')}
          </Button>
        )}
        <ReviewAll folders={folders} />
      </Group>
      <ul className={entries.list} aria-label={t('heading')} hidden={folders.length === 0}>
        {folders.map((folder) => (
          <li key={folder.id}>
            <FolderRow folder={folder} onEdit={() => setOpened(folder)} />
          </li>
        ))}
      </ul>
      {opened && (
        <FolderDialog
          folder={opened === 'new' ? undefined : opened}
          roots={roots}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** A link to the items of all folders, if there are several folders. */
function ReviewAll({ folders }: { folders: readonly LibraryFolder[] }) {
  const { t } = useTranslation('library');
  if (folders.length < 2) return null;
  return (
    <Button
      component={Link}
      to={paths.libraryReview}
      variant="default"
      size="sm"
      leftSection={<IconListCheck size={18} stroke={1.7} />}
    >
      {t('reviewAll', { count: folders.reduce((sum, { items }) => sum + items.found, 0) })}
    </Button>
  );
}

const envLine = 'LIBRARY_ROOTS=/path/to/games';
const composeLine = '- /path/to/games:/library:ro';

/** A line, which explains how to permit directories for library folders. */
function SetUpRoots() {
  const { t } = useTranslation('library');
  return (
    <section aria-label={t('heading')} id={adminParts.libraryFolders.id} tabIndex={-1}>
      <Disclosure label={t('setUp.summary')}>
        <div className={styles.setUp}>
          <p>{t('setUp.text')}</p>
          <dl className={layout.stack3}>
            <Line term={t('setUp.env')} code={envLine} />
            <Line term={t('setUp.compose')} code={composeLine} />
          </dl>
          <p className={layout.small}>{t('setUp.after')}</p>
        </div>
      </Disclosure>
    </section>
  );
}

function Line({ term, code }: { term: string; code: string }) {
  const { t } = useTranslation('library');
  return (
    <div className={styles.line}>
      <dt>{term}</dt>
      <dd>
        <code>{code}</code>
        <CopyButton text={code} label={t('setUp.copy', { line: code })} />
      </dd>
    </div>
  );
}
