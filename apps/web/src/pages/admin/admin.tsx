// `/admin`: the tabs of the admin page, each in a separate file of this folder.

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checklistQuery } from '#admin/checklist/checklist.queries.ts';
import { Checklist } from '#admin/checklist/checklist.tsx';
import { siteQuery } from '#admin/site/site.queries.ts';
import { TabbedPage } from '#admin/site/tabbed-page.tsx';
import { AuditLog } from '#admin/tools/audit-log.tsx';
import { Backups } from '#admin/tools/backups.tsx';
import { Health } from '#admin/tools/health/health.tsx';
import { StorageCheck } from '#admin/tools/storage-check.tsx';
import { Duplicates, StorageGames } from '#admin/tools/storage-space.tsx';
import { StorageView } from '#admin/tools/storage-view.tsx';
import { TempFiles } from '#admin/tools/temp-files.tsx';
import { ContributionsBadge, ReviewContributions } from '#club/contributions/review-contributions.tsx';
import { LibraryFolders } from '#folders/library-folders.tsx';
import type { RenderMatch } from '#games/games-admin/admin-game-row.tsx';
import { AdminGames } from '#games/games-admin/admin-games.tsx';
import { paramsOf, useAdminTable } from '#games/games-admin/admin-list.ts';
import { BulkActions } from '#games/games-admin/bulk/bulk-actions.tsx';
import { MergeSpellings } from '#games/games-admin/bulk/merge-spellings.tsx';
import { MatchStateText } from '#games/metadata/matches/match-notes.tsx';
import { MatchesBadge, ReviewSummary } from '#games/metadata/review/review-summary.tsx';
import { SanitizationRules } from '#games/sanitization/sanitization-rules.tsx';
import { lazyComponent } from '#lib/lazy-code.ts';
import { adminGamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Outbox } from '#messages/outbox/outbox.tsx';
import { useSession } from '#people/auth/session-context.ts';
import { Invitations } from '#people/users/invitations.tsx';
import { Users, WaitingBadge } from '#people/users/users.tsx';
import { DownloadSelected } from '#transfer/downloads/lists/download-selected.tsx';
import { AddGame } from '#transfer/uploads/add-game/add-game.tsx';
import { UploadQueue } from '#transfer/uploads/queue/upload-queue.tsx';
import { UnfinishedUploads } from '#transfer/uploads/unfinished/unfinished-uploads.tsx';
import { QuarantinedBadge, VirusScans } from '#transfer/virus-scans/virus-scans.tsx';
import layout from '#ui/layout.module.css';
import { AdminSettingsTab } from './admin-settings.tsx';

/**
 * The Game Management tab: all games, contributions, sanitization rules, unfinished uploads, a form for new games, the upload queue, library
 * folders, and matches to review.
 */
function GameManagement() {
  const queryClient = useQueryClient();
  const addGame = useRef<HTMLDivElement>(null);
  const handleGamesChanged = () => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
  return (
    <div className={layout.stack5}>
      <AdminGames
        toolbar={
          <>
            <AddGameButton onClick={() => focusOn(addGame.current)} />
            <MergeSpellings />
          </>
        }
        selectionActions={(ids, done) => (
          <>
            <DownloadSelected ids={ids} />
            <BulkActions ids={ids} onDone={done} />
          </>
        )}
        renderMatch={renderMatch}
      />
      <ReviewContributions onGamesChanged={handleGamesChanged} />
      <SanitizationRules />
      <UnfinishedUploads />
      <div ref={addGame} className={layout.stack5}>
        <AddGame />
      </div>
      <UploadQueue place="tab" gamePathOf={adminGamePath} />
      <LibraryFolders onGamesChanged={handleGamesChanged} />
      <ReviewSummary onGamesChanged={handleGamesChanged} />
    </div>
  );
}

const renderMatch: RenderMatch = (state, tabIndex) => <MatchStateText state={state} tabIndex={tabIndex} />;

function AddGameButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('gamesAdmin');
  return (
    <Button variant="subtle" leftSection={<IconPlus size={18} />} onClick={onClick}>
      {t('addGame')}
    </Button>
  );
}

/** Scrolls a section into view and moves the focus to its first control. */
function focusOn(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true });
}

export function AdminPage() {
  const { t } = useTranslation(['admin', 'settings', 'users', 'downloadActivity', 'tools']);
  const { isLoading } = useQuery(checklistQuery(useApi()));
  const table = useAdminTable();
  const tabs = adminTabs.map((tab) => ({ ...tab, label: t(tab.label) }));
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      label={t('tabs.label')}
      tabs={tabs}
      intro={<Checklist />}
      isIntroPending={isLoading}
      isWide
      paramsOfFirst={() => paramsOf(table.list)}
    />
  );
}

const DownloadActivity = lazyComponent(
  async () => (await import('./download-activity.tsx')).DownloadActivity,
);

interface AdminTab {
  key: string;
  label: 'admin:tabs.games' | 'settings:tab' | 'users:tab' | 'downloadActivity:tab' | 'tools:tab';
  Component: ComponentType;
  Badge?: ComponentType;
}

/** The tabs of the admin page: key in the URL, text, component, and an optional badge. The first tab is the default. */
const adminTabs: readonly AdminTab[] = [
  { key: 'games', label: 'admin:tabs.games', Component: GameManagement, Badge: GamesBadge },
  { key: 'settings', label: 'settings:tab', Component: AdminSettingsTab },
  { key: 'users', label: 'users:tab', Component: UserManagement, Badge: WaitingBadge },
  { key: 'activity', label: 'downloadActivity:tab', Component: DownloadActivity },
  { key: 'tools', label: 'tools:tab', Component: Tools, Badge: QuarantinedBadge },
];

/** What waits for an admin in Game Management: contributions, and uncertain matches. */
function GamesBadge() {
  return (
    <>
      <ContributionsBadge />
      <MatchesBadge />
    </>
  );
}

/** The User Management tab: accounts and invitations. */
function UserManagement() {
  const ownId = useSession()?._id ?? '';
  const { sendsMail = true } = useQuery(siteQuery(useApi())).data ?? {};
  return (
    <div className={layout.stack5}>
      <Users ownId={ownId} />
      <Invitations sendsMail={sendsMail} />
    </div>
  );
}

/**
 * The Tools tab: the health of the server, temporary files, the upload queue, storage with its largest games and duplicates, file
 * checks, virus scans and backups, outgoing emails, and the audit log.
 */
function Tools() {
  const queryClient = useQueryClient();
  return (
    <div className={layout.stack5}>
      <Health />
      <TempFiles
        onCleared={() => void queryClient.invalidateQueries({ queryKey: queryKeys.unfinishedUploads })}
      />
      <UploadQueue place="tab" gamePathOf={adminGamePath} />
      <StorageView />
      <StorageGames />
      <Duplicates />
      <StorageCheck />
      <VirusScans />
      <Backups />
      <Outbox />
      <AuditLog />
    </div>
  );
}
