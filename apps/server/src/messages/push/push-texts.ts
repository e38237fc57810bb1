// What push messages say, like the entries behind the bell (alerts.json of the page).

import type { RequestState } from '@cellar/contract/club/rules/requests.ts';
import type { AlertData } from '@cellar/contract/messages/alerts.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';

type Texts = Record<
  RequestState | 'download' | 'downloadOfAll' | 'contributionAccepted' | 'contributionDeclined',
  string
>;

export const pushTexts: Record<Language, Texts> = {
  de: {
    open: '{title}: Der Wunsch ist wieder offen',
    accepted: '{title}: Der Wunsch wurde angenommen',
    on_its_way: '{title} ist unterwegs',
    declined: '{title}: Der Wunsch wurde abgelehnt',
    fulfilled: '{title} ist eingetroffen',
    download: 'Der Download von {title} ({file}) ist stehen geblieben',
    downloadOfAll: 'Der Download von {title} ist stehen geblieben',
    contributionAccepted: 'Dein Beitrag wurde angenommen: {title}',
    contributionDeclined: 'Dein Beitrag wurde abgelehnt: {title}',
  },
  en: {
    open: '{title}: the request is open again',
    accepted: '{title}: the request was accepted',
    on_its_way: '{title} is on its way',
    declined: '{title}: the request was declined',
    fulfilled: '{title} has arrived',
    download: 'The download of {title} ({file}) has stopped',
    downloadOfAll: 'The download of {title} has stopped',
    contributionAccepted: 'Your contribution was accepted: {title}',
    contributionDeclined: 'Your contribution was declined: {title}',
  },
  es: {
    open: '{title}: la petición vuelve a estar abierta',
    accepted: '{title}: se ha aceptado la petición',
    on_its_way: '{title} está en camino',
    declined: '{title}: se ha rechazado la petición',
    fulfilled: '{title} ha llegado',
    download: 'La descarga de {title} ({file}) se ha detenido',
    downloadOfAll: 'La descarga de {title} se ha detenido',
    contributionAccepted: 'Se ha aceptado tu aportación: {title}',
    contributionDeclined: 'Se ha rechazado tu aportación: {title}',
  },
  fr: {
    open: '{title}\u00a0: la demande est de nouveau ouverte',
    accepted: '{title}\u00a0: la demande a été acceptée',
    on_its_way: '{title} est en route',
    declined: '{title}\u00a0: la demande a été refusée',
    fulfilled: '{title} est arrivé',
    download: 'Le téléchargement de {title} ({file}) s’est interrompu',
    downloadOfAll: 'Le téléchargement de {title} s’est interrompu',
    contributionAccepted: 'Votre contribution a été acceptée\u00a0: {title}',
    contributionDeclined: 'Votre contribution a été refusée\u00a0: {title}',
  },
  it: {
    open: '{title}: la richiesta è di nuovo aperta',
    accepted: '{title}: la richiesta è stata accettata',
    on_its_way: '{title} è in arrivo',
    declined: '{title}: la richiesta è stata rifiutata',
    fulfilled: '{title} è arrivato',
    download: 'Il download di {title} ({file}) si è interrotto',
    downloadOfAll: 'Il download di {title} si è interrotto',
    contributionAccepted: 'Il tuo contributo è stato accettato: {title}',
    contributionDeclined: 'Il tuo contributo è stato rifiutato: {title}',
  },
  pl: {
    open: '{title}: prośba jest znów otwarta',
    accepted: '{title}: prośba została przyjęta',
    on_its_way: '{title} jest w drodze',
    declined: '{title}: prośba została odrzucona',
    fulfilled: '{title} już jest w bibliotece',
    download: 'Pobieranie gry {title} ({file}) zostało przerwane',
    downloadOfAll: 'Pobieranie gry {title} zostało przerwane',
    contributionAccepted: 'Twoje zgłoszenie przyjęto: {title}',
    contributionDeclined: 'Twoje zgłoszenie odrzucono: {title}',
  },
  'pt-BR': {
    open: '{title}: o pedido está aberto de novo',
    accepted: '{title}: o pedido foi aceito',
    on_its_way: '{title} está a caminho',
    declined: '{title}: o pedido foi recusado',
    fulfilled: '{title} chegou',
    download: 'O download de {title} ({file}) parou',
    downloadOfAll: 'O download de {title} parou',
    contributionAccepted: 'Sua contribuição foi aceita: {title}',
    contributionDeclined: 'Sua contribuição foi recusada: {title}',
  },
};

/** The alerts that browsers are told of. */
export type PushedAlert =
  | { kind: 'request_answered'; data: AlertData['request_answered'] }
  | { kind: 'download_broke'; data: AlertData['download_broke'] }
  | { kind: 'contribution_answered'; data: AlertData['contribution_answered'] };
