// English texts that contributors and admins read. Loaded by language.ts.
import addGame from '../en/add-game.json' with { type: 'json' };
import batch from '../en/batch.json' with { type: 'json' };
import contributions from '../en/contributions.json' with { type: 'json' };
import extrasAdmin from '../en/extras-admin.json' with { type: 'json' };
import platformFiles from '../en/platform-files.json' with { type: 'json' };
import uploads from '../en/uploads.json' with { type: 'json' };

export const texts = { addGame, batch, contributions, extrasAdmin, platformFiles, uploads };
