// The texts for messages about fields, in English and in other languages.
import { gameEdit } from '@cellar/contract/games/game-edit.ts';
import { mailServerBody } from '@cellar/contract/messages/emails.endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorsAdmin } from './fr/contribute.json';
import { errors } from './fr/first.json';
import { i18n, startI18n } from './i18n.ts';
import { issueText } from './issue-text.ts';

const smtp = { host: 'localhost', port: 25, security: 'none', user: '', from: 'a@cellar.example' };

const rating = messageOf(gameEdit.safeParse({ rating: 250 }));
const title = messageOf(gameEdit.safeParse({ title: '' }));
const port = messageOf(mailServerBody.safeParse({ ...smtp, port: 99_999 }));
const notNumber = messageOf(mailServerBody.safeParse({ ...smtp, port: Number.NaN }));
const video = messageOf(gameEdit.safeParse({ videos: ['https://video.example/1'] }));
const path = messageOf(gameEdit.safeParse({ title: '../a' }));

function messageOf({ error }: { error?: { issues: { message: string }[] } | undefined }): string {
  return error?.issues[0]?.message ?? '';
}

beforeAll(startI18n);

describe('in English', () => {
  it.each([
    [rating, 'This must be 0 to 100.'],
    [title, 'This is required.'],
    [port, 'This must be 1 to 65,535.'],
    ['Passwords do not match', 'Passwords do not match'],
  ])('%s becomes the sentence %s', (message, text) => {
    expect(issueText(message)).toBe(text);
  });
});

describe('in French', () => {
  beforeAll(() => {
    i18n.addResourceBundle('fr', 'errors', errors).addResourceBundle('fr', 'errorsAdmin', errorsAdmin);
    return i18n.changeLanguage('fr');
  });
  afterAll(() => i18n.changeLanguage('en'));

  it.each([
    [rating, 'La valeur doit être comprise entre 0 et 100.'],
    [title, 'Veuillez remplir ce champ.'],
    [port, 'La valeur doit être comprise entre 1 et 65 535.'],
    [notNumber, 'La valeur doit être un nombre.'],
    [video, 'Veuillez indiquer le lien d’une vidéo sur YouTube.'],
    [path, 'Veuillez vérifier ce champ.'],
  ])('%s becomes %s', (message, text) => {
    expect(issueText(message).replace(/\s/g, ' ')).toBe(text);
  });
});
