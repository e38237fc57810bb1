// Logs out from the account menu or the command palette. Asks first if unsaved changes or running uploads would be lost.
import { memberApi } from '@cellar/contract/member-api.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { MantineColorScheme } from '@mantine/core';
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
    leaveGuard.passLogout(logOut, left > 0 ? [i18n.t('accountMenu:logout.uploads', { count: left })] : []);
  };
}

// Changes the language of the page, and saves it as a member's preference or, for a visitor, in the browser.

/** `save` stores the preference; it is only passed for members. */
export async function chooseLanguage(
  language: Language,
  save?: (wanted: { language: Language }) => void,
): Promise<void> {
  const isDone = save ? await loadAccountTexts(language) : await setLanguage(language);
  if (!isDone) toast.error(i18n.t('siteDown.title'));
  else save?.({ language });
}

/** Loads the texts of the language before it is saved, because they also report whether it was saved. */
async function loadAccountTexts(language: Language): Promise<boolean> {
  try {
    await addTextsOnce('member', language);
    return true;
  } catch (error) {
    console.warn('The texts of the account could not be loaded', error);
    return false;
  }
}

/** The browser's setting, or one of the two. */
export const schemes = ['auto', 'light', 'dark'] as const satisfies MantineColorScheme[];
