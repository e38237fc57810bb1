// English texts of cheat files. Loaded by language.ts.
import cheats from './en/cheats.json' with { type: 'json' };

export const texts = { cheats };
