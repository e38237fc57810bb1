// English genres need no translation. Loaded by language.ts.
export const texts = {};
