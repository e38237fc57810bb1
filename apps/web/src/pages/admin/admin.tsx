// `/admin`: the tabs of the admin page, each in a separate file of this folder.

import { Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { checklistQuery } from '#admin/checklist/checklist.queries.ts';
import { Checklist } from '#admin/checklist/checklist.tsx';
import { siteQuery } from '#admin/site/site.queries.ts';
import { TabbedPage } from '#admin/site/tabbed-page.tsx';
import { waitingContributionsQuery } from '#club/contributions/contribution-list.tsx';
import { ContributionsBadge, ReviewContributions } from '#club/contributions/review-contributions.tsx';
import { LibraryFolders } from '#folders/library-folders.tsx';
import type { RenderMatch } from '#games/games-admin/admin-game-row.tsx';
import { AdminGames, useIsLibraryEmpty } from '#games/games-admin/admin-games.tsx';
import { paramsOf, useAdminTable } from '#games/games-admin/admin-list.ts';
import { BulkActions } from '#games/games-admin/bulk/bulk-actions.tsx';
import { MatchStateText } from '#games/metadata/matches/match-notes.tsx';
import { MatchesBadge, ReviewSummary } from '#games/metadata/review/review-summary.tsx';
import { lazyComponent } from '#lib/lazy-code.ts';
import { adminGamePath, adminParts, paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { useSession } from '#people/auth/session-context.ts';
import { Invitations, InviteButton } from '#people/users/invitations.tsx';
import { Users, WaitingBadge } from '#people/users/users.tsx';
import { DownloadSelected } from '#transfer/downloads/lists/download-selected.tsx';
import { AddGame } from '#transfer/uploads/add-game/add-game.tsx';
import { AddGamesButton, useAddingGames } from '#transfer/uploads/add-game/adding-games.tsx';
import { UploadQueue } from '#transfer/uploads/queue/upload-queue.tsx';
import { UnfinishedUploads } from '#transfer/uploads/unfinished/unfinished-uploads.tsx';
import { QuarantinedBadge } from '#transfer/virus-scans/virus-scans.tsx';
import layout from '#ui/layout.module.css';
import { MoreMenu } from '#ui/more-menu.tsx';
import { AdminSettingsTab } from './admin-settings.tsx';

/**
 * The Game Management tab: the games, with a form for new ones; then what runs or waits for an admin, and the library folders.
 */
function GameManagement() {
  const queryClient = useQueryClient();
  const isEmpty = useIsLibraryEmpty();
  const adding = useAddingGames(isEmpty);
  const handleGamesChanged = () => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
  const contributions = <ReviewContributions onGamesChanged={handleGamesChanged} />;
  // Below a long table, nobody would find what waits.
  const isWaiting = (useQuery(waitingContributionsQuery(useApi())).data ?? 0) > 0;
  return (
    <div className={layout.stack5}>
      {isWaiting && contributions}
      <AdminGames
        action={!isEmpty && <AddGamesButton {...adding} />}
        menu={<LibraryMenu />}
        selectionActions={(ids, done) => (
          <>
            <DownloadSelected ids={ids} />
            <BulkActions ids={ids} onDone={done} />
          </>
        )}
        renderMatch={renderMatch}
      >
        {adding.isOpen && <AddGame otherWay={<ToLibraryFolders />} />}
        <UploadQueue place="tab" gamePathOf={adminGamePath} />
        <ReviewSummary onGamesChanged={handleGamesChanged} />
      </AdminGames>
      {!isWaiting && contributions}
      <UnfinishedUploads />
      <LibraryFolders onGamesChanged={handleGamesChanged} />
    </div>
  );
}

function ToLibraryFolders() {
  const { t } = useTranslation('library');
  return (
    <p className={layout.apart3}>
      <Link to={adminParts.libraryFolders.path} className={layout.small}>
        {t('orAdd')}
      </Link>
    </p>
  );
}

/** What few admins need, and no one often: how titles and facts are spelled, all matches, and the page of uploads. */
function LibraryMenu() {
  const { t } = useTranslation(['gamesAdmin', 'sanitization', 'bulkChanges', 'matches', 'uploads']);
  const [opened, setOpened] = useState<'rules' | 'spellings'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <MoreMenu label={t('more')}>
        <Menu.Item onClick={() => setOpened('rules')}>{t('sanitization:open')}</Menu.Item>
        <Menu.Item onClick={() => setOpened('spellings')}>{t('bulkChanges:tidy.heading')}</Menu.Item>
        <Menu.Item component={Link} to={paths.matchReview}>
          {t('matches:review.heading')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.currentUploads}>
          {t('uploads:current.title')}
        </Menu.Item>
      </MoreMenu>
      <Suspense>
        {opened === 'rules' && <RulesDialog onClose={close} />}
        {opened === 'spellings' && <TidyDialog onClose={close} />}
      </Suspense>
    </>
  );
}

const RulesDialog = lazyComponent(
  async () => (await import('#games/sanitization/rules-dialog.tsx')).RulesDialog,
);
const TidyDialog = lazyComponent(
  async () => (await import('#games/games-admin/bulk/tidy-dialog.tsx')).TidyDialog,
);

const renderMatch: RenderMatch = (state, tabIndex) => <MatchStateText state={state} tabIndex={tabIndex} />;

export function AdminPage() {
  const { t } = useTranslation(['admin', 'settings', 'users', 'downloadActivity', 'tools']);
  const { isLoading } = useQuery(checklistQuery(useApi()));
  const table = useAdminTable();
  const tabs = adminTabs.map((tab) => ({ ...tab, label: t(tab.label) }));
  return (
    <TabbedPage
      title={t('title')}
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

const Tools = lazyComponent(async () => (await import('./tools.tsx')).Tools);

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
      <Users ownId={ownId} action={<InviteButton sendsMail={sendsMail} />} />
      <Invitations />
    </div>
  );
}
