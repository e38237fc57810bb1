// Spanish texts that only admins read. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  './es/{add-game,admin,backups,batch,cheats-admin,download-activity,game-editor,game-images,health,matches,metadata-settings,notifications,platform-files,sanitization,settings,storage,tools,uploads,users}.json',
  { eager: true, import: 'default' },
);
