// Another language for the page. A member's is a preference, a visitor's is kept in this browser. Used by the bar and the
// command palette.
import type { Language } from '@cellar/contract/accounts.ts';
import { i18n } from '#i18n/i18n.ts';
import { setLanguage } from '#i18n/language.ts';
import { loadOnce } from '#lib/late-code.ts';
import { toast } from '#ui/toasts/toast.tsx';

/** `save`: for a member. */
export async function chooseLanguage(
  language: Language,
  save?: (wanted: { language: Language }) => void,
): Promise<void> {
  const isDone = save ? await loadAccountTexts() : await setLanguage(language);
  if (!isDone) toast.error(i18n.t('siteDown.title'));
  else save?.({ language });
}

/** They say whether it was saved. */
async function loadAccountTexts(): Promise<boolean> {
  try {
    const { addAccountTexts } = await loadOnce(() => import('#i18n/account-texts.ts'));
    await addAccountTexts();
    return true;
  } catch (error) {
    console.warn('The texts of the account could not be loaded', error);
    return false;
  }
}
