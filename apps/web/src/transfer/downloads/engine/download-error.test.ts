// The texts of specification section 8.
import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from '#lib/api-error.ts';
import { downloads as texts } from '../../../i18n/en/first.json' with { type: 'json' };
import {
  BrokenTransferError,
  downloadErrorText,
  isWorthRetrying,
  NoFirstByteError,
} from './download-error.ts';

const refused = (status: number, code: ApiErrorCode = 'internal', message = '') =>
  new ApiError(message, { status, code });

function textOf(error: unknown): string {
  const { key, values } = downloadErrorText(error);
  const text = texts.errors[key.replace('errors.', '') as keyof typeof texts.errors];
  return text.replace('{{status}}', String(values.status)).replace('{{message}}', values.message ?? '');
}

const timedOut = 'Download timed out. This may be due to a slow connection. Please try again.';
const unavailable = 'Server temporarily unavailable. Please try again in a few minutes.';
const noNetwork = 'Network error: Could not connect to server. Please check your connection and try again.';

describe('the text of a failed download', () => {
  it.each([
    [refused(404), 'File not available on server. The game file may have been moved or deleted.'],
    [refused(401), 'Authentication required. Please log in again.'],
    [refused(403), 'Access denied. You may not have permission to download this file.'],
    [refused(408), timedOut],
    [refused(502), unavailable],
    [refused(503), unavailable],
    [refused(504), unavailable],
    [refused(500, 'internal', 'Something broke.'), 'Download failed (500): Something broke.'],
    [refused(0, 'timeout'), timedOut],
    [refused(0, 'network'), noNetwork],
    [new NoFirstByteError(), noNetwork],
    [new BrokenTransferError(), 'Download failed. Please try again.'],
    [new Error('a bug'), 'Download failed. Please try again.'],
  ])('for %s is: %s', (error, text) => {
    expect(textOf(error)).toBe(text);
  });

  it('is shown at once when a retry cannot help', () => {
    const statuses = [400, 401, 403, 404, 408, 409, 410, 429, 500, 502, 503, 504, 507];
    expect(statuses.filter((status) => isWorthRetrying(refused(status)))).toEqual([408, 502, 503, 504]);
    expect(
      [refused(0, 'timeout'), refused(0, 'network'), new NoFirstByteError()].every(isWorthRetrying),
    ).toBe(true);
    expect(isWorthRetrying(new BrokenTransferError())).toBe(false);
  });
});

it('the other texts match the specification', () => {
  const { toasts, errors, downloading, completed } = texts;
  expect(toasts).toEqual({
    started: 'Download started for {{title}} ({{platform}})',
    retrying: 'Connection issue detected. Retrying download ({{attempt}}/4)...',
    completed: '{{title}} downloaded successfully',
    failed: 'Download failed for {{title}}',
    cancelled: 'Download canceled: {{title}}',
  });
  expect([errors.missingGame, errors.invalidParameters, downloading, completed]).toEqual([
    'Download failed: Missing game information',
    'Invalid download parameters',
    'Downloading... {{progress}}%',
    'Download completed successfully!',
  ]);
});
