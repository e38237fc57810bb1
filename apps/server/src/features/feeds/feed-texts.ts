import type { Language } from '@cellar/contract/accounts.ts';

interface FeedTexts {
  title: string;
  subtitle: string;
}

export const feedTexts: Record<Language, FeedTexts> = {
  en: { title: '{site}: new games', subtitle: 'The games that were added last.' },
  fr: { title: '{site}\u00a0: nouveaux jeux', subtitle: 'Les derniers jeux ajoutés.' },
  es: { title: '{site}: juegos nuevos', subtitle: 'Los últimos juegos añadidos.' },
};
