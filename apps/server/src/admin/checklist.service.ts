// What a new library still needs. The list belongs to the site, not to an admin: what one admin has done or decided
// against is not suggested to the others again.
import type { Checklist } from '@cellar/contract/admin/checklist.ts';
import { isLoopbackUrl } from '@cellar/contract/rules/loopback.ts';
import type { Db } from '#db/schema.ts';
import type { MailServerService } from '#messages/mail-server/mail-server.service.ts';
import type { Config } from '#start/config.ts';
import { hasBackup, hasGame, hasInvitation, hasSecondMember } from './checklist.repository.ts';
import type { SettingsService } from './settings.service.ts';

interface Deps {
  db: Db;
  config: Pick<Config, 'backupUrl' | 'publicUrl'>;
  settings: SettingsService;
  mailServer: MailServerService;
}

export type ChecklistService = ReturnType<typeof createChecklistService>;

export function createChecklistService({ db, config, settings, mailServer }: Deps) {
  return {
    async get(): Promise<Checklist> {
      const { checklistDismissed, backupFrequency } = await settings.get();
      if (checklistDismissed) return { done: null };
      const isScheduled = backupFrequency !== 'off' && config.backupUrl !== undefined;
      const { source } = await mailServer.get();
      return {
        done: {
          address: !isLoopbackUrl(config.publicUrl),
          mailServer: source !== 'none',
          backup: isScheduled || (await hasBackup(db)),
          firstGame: await hasGame(db),
          friend: (await hasInvitation(db)) || (await hasSecondMember(db)),
        },
      };
    },

    async dismiss(admin: { email: string }): Promise<void> {
      const { checklistDismissed } = await settings.get();
      if (!checklistDismissed) await settings.change(admin, { checklistDismissed: true });
    },
  };
}
