// French texts that contributors and admins read. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  '../fr/{add-game,batch,contributions,errors-admin,extras-admin,platform-files,uploads}.json',
  { eager: true, import: 'default' },
);
