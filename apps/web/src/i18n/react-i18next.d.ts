// Replaces the library's own types, with the parts that the page uses (text-keys.ts says why).
declare module 'react-i18next' {
  import type { ThirdPartyModule } from 'i18next';
  import type { I18n, Namespaces, TFunction } from '#i18n/text-keys.ts';

  export const initReactI18next: ThirdPartyModule;

  export function useTranslation<Names extends Namespaces = 'common'>(
    namespaces?: Names,
    options?: { bindI18nStore?: string },
  ): { t: TFunction<Names>; i18n: I18n };
}
