import type { Language } from '@cellar/contract/people/accounts.ts';

interface FeedTexts {
  title: string;
  subtitle: string;
}

export const feedTexts: Record<Language, FeedTexts> = {
  de: { title: '{site}: neue Spiele', subtitle: 'Die zuletzt hinzugefügten Spiele.' },
  en: { title: '{site}: new games', subtitle: 'The games that were added last.' },
  es: { title: '{site}: juegos nuevos', subtitle: 'Los últimos juegos añadidos.' },
  fr: { title: '{site}\u00a0: nouveaux jeux', subtitle: 'Les derniers jeux ajoutés.' },
  it: { title: '{site}: nuovi giochi', subtitle: 'Gli ultimi giochi aggiunti.' },
  pl: { title: '{site}: nowe gry', subtitle: 'Ostatnio dodane gry.' },
  'pt-BR': { title: '{site}: novos jogos', subtitle: 'Os últimos jogos adicionados.' },
};
