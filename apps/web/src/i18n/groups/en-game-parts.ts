// English texts of the parts that few games have, and of the dialog for downloading several. Loaded by language.ts.
import cheats from '../en/cheats.json' with { type: 'json' };
import downloadLists from '../en/download-lists.json' with { type: 'json' };
import extras from '../en/extras.json' with { type: 'json' };
import singleFiles from '../en/single-files.json' with { type: 'json' };
import verify from '../en/verify.json' with { type: 'json' };

export const texts = { cheats, downloadLists, extras, singleFiles, verify };
