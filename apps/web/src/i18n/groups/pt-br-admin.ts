// Brazilian Portuguese texts that only admins read. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  '../pt-BR/{admin,backups,bulk-changes,cheats-admin,checklist,download-activity,game-editor,game-images,games-admin,health,library,library-review,limits-admin,login-settings,mail-server,matches,metadata-settings,notifications,platforms,sanitization,settings,storage,tools,users,virus-scans,webhooks}.json',
  { eager: true, import: 'default' },
);
