// Logs out from the bar or the command palette. Asks first if unsaved changes or running uploads would be lost.
import { memberApi } from '@cellar/contract/member-api.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { useNavigate } from 'react-router';
import { i18n } from '#i18n/i18n.ts';
import { addTextsOnce, setLanguage } from '#i18n/language.ts';
import { paths } from '#lib/paths.ts';
import { useServices } from '#lib/services-context.ts';
import { isPending } from '#transfer/uploads/engine/upload-record.ts';
import { toast } from '#ui/toasts/toast.tsx';

export function useLogout(): () => void {
  const { client, session, sessionEnd, leaveGuard, admin } = useServices();
  const navigate = useNavigate();
  const logOut = () => {
    // Logs out here even if the server is unreachable. Its session then expires automatically.
    client.call(memberApi.logout).then(
      ({ logoutUrl }) => {
        // The login page then offers to log out there, too.
        if (logoutUrl && !session.get()) void navigate(paths.login, { state: { logoutUrl } });
      },
      () => undefined,
    );
    sessionEnd.end('logout');
    void navigate(paths.home);
  };
  return () => {
    const left = admin.get()?.uploads.getSnapshot().filter(isPending).length ?? 0;
    leaveGuard.passLogout(logOut, left > 0 ? [i18n.t('logout.uploads', { count: left })] : []);
  };
}

// Changes the language of the page, and saves it as a member's preference or, for a visitor, in the browser.

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
