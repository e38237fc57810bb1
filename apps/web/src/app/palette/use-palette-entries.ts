// The pages and commands of the command palette.
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { siteQuery } from '#admin/site/site.queries.ts';
import { chooseLanguage } from '#app/choose-language.ts';
import { useLogout } from '#app/use-logout.ts';
import { currentLanguage } from '#i18n/language.ts';
import { languageNames, languages } from '#i18n/languages.ts';
import { useApi } from '#lib/api-context.ts';
import { useSavePreferences } from '#people/account/use-save-preferences.ts';
import { useSession } from '#people/auth/session-context.ts';
import { type PaletteEntry, pagesFor } from './palette-entries.ts';

export function usePages(): PaletteEntry[] {
  const { t } = useTranslation();
  const { t: tShortcuts } = useTranslation('shortcuts');
  const navigate = useNavigate();
  const session = useSession();
  const site = useQuery(siteQuery(useApi())).data;
  return pagesFor(session)
    .filter(({ text }) => text !== 'register' || site?.registrationEnabled)
    .map(({ to, text, keys }) => ({
      id: `page-${text}`,
      kind: 'pages',
      label: text === 'register' ? tShortcuts('palette.register') : t(`nav.${text}`),
      keys,
      run: () => void navigate(to),
    }));
}

const schemes: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

/** Returns the commands, without the current theme and language. */
export function useCommands(openHelp: () => void): PaletteEntry[] {
  const { t } = useTranslation('shortcuts');
  const { t: tCommon } = useTranslation();
  const session = useSession();
  const logout = useLogout();
  const savePreferences = useSavePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const language = currentLanguage();
  const command = (id: string, label: string, run: () => void): PaletteEntry => ({
    id,
    kind: 'commands',
    label,
    run,
  });
  return [
    { ...command('help', t('palette.help'), openHelp), keys: '?' },
    ...schemes
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) => {
        const label = t('palette.theme', { scheme: tCommon(`colorScheme.${scheme}`) });
        return command(`theme-${scheme}`, label, () => setColorScheme(scheme));
      }),
    ...languages
      .filter((choice) => choice !== language)
      .map((choice) => {
        const label = t('palette.language', { language: languageNames[choice] });
        const choose = () => void chooseLanguage(choice, session && savePreferences);
        return command(`language-${choice}`, label, choose);
      }),
    ...(session ? [command('logout', tCommon('nav.logout'), logout)] : []),
  ];
}
