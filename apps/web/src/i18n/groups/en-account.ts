// English texts of the account pages, the key help and the command palette. Loaded by language.ts.
import account from '../en/account.json' with { type: 'json' };
import device from '../en/device.json' with { type: 'json' };
import gamepad from '../en/gamepad.json' with { type: 'json' };
import limits from '../en/limits.json' with { type: 'json' };
import myDownloads from '../en/my-downloads.json' with { type: 'json' };
import recovery from '../en/recovery.json' with { type: 'json' };
import shortcuts from '../en/shortcuts.json' with { type: 'json' };
import unsubscribe from '../en/unsubscribe.json' with { type: 'json' };

export const texts = { account, device, gamepad, limits, myDownloads, recovery, shortcuts, unsubscribe };
