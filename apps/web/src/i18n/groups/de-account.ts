// German texts of the account pages, the key help and the command palette. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  '../de/{account,device,gamepad,limits,my-downloads,recovery,shortcuts,unsubscribe}.json',
  { eager: true, import: 'default' },
);
