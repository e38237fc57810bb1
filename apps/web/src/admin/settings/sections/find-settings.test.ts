import { expect, it } from 'vitest';
import { findSettings } from './settings-search.tsx';

const sections = [
  { key: 'site', label: 'Site', settings: [{ label: 'Nom du site', hint: 'Affiché dans chaque e-mail.' }] },
  {
    key: 'mail',
    label: 'Serveur de messagerie',
    settings: [
      { label: 'Expéditeur', hint: 'L’adresse d’où partent les e-mails.' },
      { label: 'Port', words: 'résumé' },
    ],
  },
];
const labels = (search: string) => findSettings(sections, search).map(({ label }) => label);

it('finds settings by words of label, hint and section, without accents', () => {
  expect(labels('EXPEDITEUR')).toEqual(['Expéditeur']);
  expect(labels('adresse partent')).toEqual(['Expéditeur']);
  expect(labels('messagerie port')).toEqual(['Port']);
  expect(labels('e-mail')).toEqual(['Nom du site', 'Expéditeur']);
  expect(labels('resume')).toEqual(['Port']);
  expect(labels('backup')).toEqual([]);
});

it('puts labels before hints, and finds nothing for an empty search', () => {
  const others = [
    { key: 'a', label: 'A', settings: [{ label: 'Other', hint: 'Also a sender.' }, { label: 'Sender' }] },
  ];
  expect(findSettings(others, 'sender').map(({ label }) => label)).toEqual(['Sender', 'Other']);
  expect(findSettings(others, '  ')).toEqual([]);
});
