import { beforeAll, describe, expect, it } from 'vitest';
import { errorText } from '#i18n/error-text.ts';
import { i18n, startI18n } from '#i18n/i18n.ts';
import { addTextsOnce } from '#i18n/language.ts';
import { errorsAdmin, uploads } from '../../../i18n/fr/contribute.json' with { type: 'json' };
import { common, errors } from '../../../i18n/fr/first.json' with { type: 'json' };
import type { UploadRecord } from '../engine/upload-record.ts';
import { uploadFailureText } from './upload-status.ts';

type Failure = Pick<UploadRecord, 'error' | 'errorCode'>;

const noConnection: Failure = { error: 'Could not connect to the server.', errorCode: 'network' };
const noAnswer: Failure = { error: 'The server did not answer in time.', errorCode: 'timeout' };
const refused: Failure = { error: 'The server has 5 bytes left.', errorCode: 'storage_full' };
const moved: Failure = { error: 'The file can no longer be read.', errorCode: 'file_unreadable' };
const mistake: Failure = { error: undefined, errorCode: undefined };

describe('why an upload failed', () => {
  beforeAll(async () => {
    startI18n();
    await addTextsOnce('contribute');
    for (const [namespace, texts] of Object.entries({ common, errors, errorsAdmin, uploads })) {
      i18n.addResourceBundle('fr', namespace, texts);
    }
  });

  it('is in French on a French page', async () => {
    await i18n.changeLanguage('fr');
    expect(uploadFailureText(noConnection)).toBe('Impossible de se connecter au serveur.');
    expect(uploadFailureText(noAnswer)).toBe('Le serveur n’a pas répondu à temps.');
    expect(uploadFailureText(refused)).toBe('Le serveur n’a pas assez de place pour ce fichier.');
    expect(uploadFailureText(moved)).toContain('Choisissez-le');
    expect(uploadFailureText(mistake)).toBe('Erreur inconnue');
    expect(uploadFailureText({ error: '', errorCode: 'proxy_cut' })).toContain('readTimeout (Traefik)');
    expect(uploadFailureText({ error: '', errorCode: 'proxy_too_large' })).toContain('client_max_body_size');
  });

  it('names the setting of a proxy that refuses other forms, too', () => {
    expect(errorText({ status: 413 }, 'fallback')).toContain('client_max_body_size (nginx)');
    expect(errorText({ status: 502 }, 'fallback')).toBe('fallback');
  });

  it('is the server’s message in English, which is more precise', async () => {
    await i18n.changeLanguage('en');
    expect(uploadFailureText(refused)).toBe('The server has 5 bytes left.');
    expect(uploadFailureText(noConnection)).toBe('Could not connect to the server.');
  });
});
