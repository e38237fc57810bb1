// The texts of the emails about new games. The English subjects are those of the specification.
import type { Language } from '@cellar/contract/accounts.ts';
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';

interface DigestTexts {
  /** An email about one game. */
  single: { subject: string; heading: string; button: string };
  /** An email about several games. */
  batch: { subject: string; heading: string; button: string };
  more: string;
  /** Explains why and how often the member gets the email. */
  reason: Record<EmailFrequency, string>;
  preferences: string;
  unsubscribe: string;
  /** Marks the title of a game that was invented for a preview. */
  sample: string;
  sampleSummary: string;
}

export const digestTexts: Record<Language, DigestTexts> = {
  en: {
    single: {
      subject: 'New Game Added: {title}',
      heading: 'A new game at {site}',
      button: 'View the game',
    },
    batch: {
      subject: '{n} New Games Added to {site}',
      heading: '{n} new games at {site}',
      button: 'Open the library',
    },
    more: 'and {n} more',
    reason: {
      immediate: 'You get an email whenever new games are added.',
      daily: 'You get an email at 9 AM on days with new games.',
      weekly: 'You get an email on Mondays at 9 AM when there are new games.',
      monthly: 'You get an email on the 1st of the month at 9 AM when there are new games.',
    },
    preferences: 'Change frequency',
    unsubscribe: 'Unsubscribe',
    sample: '{title} (sample)',
    sampleSummary:
      'This game was made up for the preview. The newest games in your library will appear here.',
  },
  es: {
    single: {
      subject: 'Juego nuevo: {title}',
      heading: 'Un juego nuevo en {site}',
      button: 'Ver el juego',
    },
    batch: {
      subject: '{n} juegos nuevos en {site}',
      heading: '{n} juegos nuevos en {site}',
      button: 'Abrir la biblioteca',
    },
    more: 'y {n} más',
    reason: {
      immediate: 'Recibes un correo cada vez que se añaden juegos nuevos.',
      daily: 'Recibes un correo a las 9:00 los días en que hay juegos nuevos.',
      weekly: 'Recibes un correo los lunes a las 9:00 cuando hay juegos nuevos.',
      monthly: 'Recibes un correo el día 1 de cada mes a las 9:00 cuando hay juegos nuevos.',
    },
    preferences: 'Cambiar la frecuencia',
    unsubscribe: 'Darse de baja',
    sample: '{title} (ejemplo)',
    sampleSummary:
      'Este juego es un ejemplo para la vista previa. Aquí aparecerán los juegos más recientes de tu biblioteca.',
  },
  fr: {
    single: {
      subject: 'Nouveau jeu : {title}',
      heading: 'Un nouveau jeu sur {site}',
      button: 'Voir le jeu',
    },
    batch: {
      subject: '{n} nouveaux jeux sur {site}',
      heading: '{n} nouveaux jeux sur {site}',
      button: 'Ouvrir la bibliothèque',
    },
    more: 'et {n} de plus',
    reason: {
      immediate: 'Vous recevez un e-mail chaque fois que de nouveaux jeux sont ajoutés.',
      daily: 'Vous recevez un e-mail à 9 h les jours où il y a de nouveaux jeux.',
      weekly: 'Vous recevez un e-mail le lundi à 9 h quand il y a de nouveaux jeux.',
      monthly: 'Vous recevez un e-mail le 1er du mois à 9 h quand il y a de nouveaux jeux.',
    },
    preferences: 'Modifier la fréquence',
    unsubscribe: 'Se désabonner',
    sample: '{title} (exemple)',
    sampleSummary:
      'Ce jeu est un exemple créé pour l’aperçu. Les derniers jeux de votre bibliothèque apparaîtront ici.',
  },
};
