// The Tools tab: what the server does and what lies on it, in sections. The first one says what needs attention.

import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Sections, useOpenSection } from '#admin/sections/section-nav.tsx';
import { AuditLog } from '#admin/tools/audit-log.tsx';
import { Backups } from '#admin/tools/backups.tsx';
import { Health } from '#admin/tools/health/health.tsx';
import { StorageCheck } from '#admin/tools/storage-check.tsx';
import { Duplicates, StorageGames } from '#admin/tools/storage-space.tsx';
import { StorageView } from '#admin/tools/storage-view.tsx';
import { TempFiles } from '#admin/tools/temp-files.tsx';
import type { TextKeys } from '#i18n/text-keys.ts';
import { adminGamePath, adminParts, type ToolsSection, toolsPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Outbox } from '#messages/outbox/outbox.tsx';
import { UploadQueue } from '#transfer/uploads/queue/upload-queue.tsx';
import { QuarantinedBadge, VirusScans } from '#transfer/virus-scans/virus-scans.tsx';
import layout from '#ui/layout.module.css';

const texts = ['tools', 'health', 'storage', 'backups', 'settings'] as const;

interface Section {
  label: TextKeys<typeof texts>;
  Component: ComponentType;
  Badge?: ComponentType;
}

/** In the order of the list. The first section is the default. */
const sections: Record<ToolsSection, Section> = {
  health: { label: 'health:heading', Component: Health },
  storage: { label: 'storage:usage.heading', Component: Storage },
  files: { label: 'tools:sections.files', Component: Files, Badge: QuarantinedBadge },
  backups: { label: 'backups:heading', Component: Backups },
  email: { label: 'tools:sections.email', Component: Outbox },
  log: { label: 'tools:sections.log', Component: AuditLog },
};

const keys = Object.keys(sections) as ToolsSection[];

/** Older links name a part by a fragment. That of the backups is the name of their section. */
const fragments = { [adminParts.outbox.id]: 'email' } as const;

export function Tools() {
  const { t } = useTranslation(texts);
  const open = useOpenSection(keys, fragments);
  const panels = useRef<HTMLDivElement>(null);
  const { Component } = sections[open];
  return (
    <Sections
      names={{ list: t('sections.label'), select: t('settings:sections.choose') }}
      sections={keys.map((key) => {
        const { label, Badge } = sections[key];
        return { key, label: t(label), mark: Badge && <Badge /> };
      })}
      open={open}
      pathOf={(key) => toolsPath(key as ToolsSection)}
      panels={panels}
    >
      <div className={layout.stack5}>
        <Component />
      </div>
    </Sections>
  );
}

function Storage() {
  return (
    <>
      <StorageView />
      <StorageGames />
      <Duplicates />
    </>
  );
}

function Files() {
  const queryClient = useQueryClient();
  return (
    <>
      <UploadQueue place="tab" gamePathOf={adminGamePath} />
      <TempFiles
        onCleared={() => void queryClient.invalidateQueries({ queryKey: queryKeys.unfinishedUploads })}
      />
      <StorageCheck />
      <VirusScans />
    </>
  );
}
