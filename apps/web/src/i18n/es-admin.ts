// Texts that only admins read in Spanish. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  './es/{add-game,admin,batch,cheats-admin,download-activity,game-editor,game-images,matches,metadata-settings,notifications,platform-files,sanitization,settings,storage,tools,uploads,users}.json',
  { eager: true, import: 'default' },
);
