// Texts of the account, password recovery and unsubscribe pages, loaded with those pages.
import account from './en/account.json' with { type: 'json' };
import myDownloads from './en/my-downloads.json' with { type: 'json' };
import recovery from './en/recovery.json' with { type: 'json' };
import unsubscribe from './en/unsubscribe.json' with { type: 'json' };
import { addTextsOnce } from './language.ts';

export const accountEnglish = { account, myDownloads, recovery, unsubscribe };

export const addAccountTexts = () => addTextsOnce('account', accountEnglish);
