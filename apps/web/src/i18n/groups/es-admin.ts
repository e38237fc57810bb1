// Spanish texts that only admins read. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  '../es/{add-game,admin,backups,batch,bulk-changes,cheats-admin,checklist,download-activity,errors-admin,extras-admin,game-editor,game-images,games-admin,health,library,library-review,limits-admin,mail-server,matches,metadata-settings,notifications,platform-files,platforms,sanitization,settings,storage,tools,uploads,users,virus-scans,webhooks}.json',
  { eager: true, import: 'default' },
);
