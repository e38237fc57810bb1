// English texts of the pages in the first load. Loaded by language.ts.
import common from '../en/common.json' with { type: 'json' };
import downloads from '../en/downloads.json' with { type: 'json' };
import games from '../en/games.json' with { type: 'json' };
import site from '../en/site.json' with { type: 'json' };

export const texts = { common, downloads, games, site };

/** The other groups of this language. */
export const others = import.meta.glob<{ texts: object }>(['./en-*.ts', '!./en-members.ts']);
