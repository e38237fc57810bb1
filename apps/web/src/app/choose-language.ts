// Changes the language of the page, and saves it as a member's preference or, for a visitor, in the browser.
import type { Language } from '@cellar/contract/people/accounts.ts';
import { i18n } from '#i18n/i18n.ts';
import { addTextsOnce, setLanguage } from '#i18n/language.ts';
import { toast } from '#ui/toasts/toast.tsx';

/** `save` stores the preference; it is only passed for members. */
export async function chooseLanguage(
  language: Language,
  save?: (wanted: { language: Language }) => void,
): Promise<void> {
  const isDone = save ? await loadAccountTexts() : await setLanguage(language);
  if (!isDone) toast.error(i18n.t('siteDown.title'));
  else save?.({ language });
}

/** Loads the texts that report whether the preference was saved. */
async function loadAccountTexts(): Promise<boolean> {
  try {
    await addTextsOnce('member');
    return true;
  } catch (error) {
    console.warn('The texts of the account could not be loaded', error);
    return false;
  }
}
