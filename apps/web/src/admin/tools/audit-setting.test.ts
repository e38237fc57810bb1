import { beforeAll, expect, it } from 'vitest';
import { i18n, startI18n } from '#i18n/i18n.ts';
import { addTextsOnce } from '#i18n/language.ts';
import { auditNamespaces, settingLabel, settingValue, type TranslateAudit } from './audit-log.tsx';

beforeAll(async () => {
  startI18n();
  await addTextsOnce('admin');
});

it.each([
  ['siteSpeed', 10 * 1024 ** 2, 'Total download speed: 10 MB/s'],
  ['siteSpeed', null, 'Total download speed: unlimited'],
  ['siteSpeedHours', { from: '18:00', to: '23:00' }, 'Only at certain hours: 18:00–23:00'],
  ['siteSpeedHours', null, 'Only at certain hours: off'],
  ['limitBytes', 5 * 1024 ** 3, 'Data per period: 5 GB'],
  ['filesPerPeriod', 1, 'Files per period: 1'],
  ['filesPerPeriod', 'default', 'Files per period: same as everyone'],
  ['period', 'week', 'Period: Week'],
  ['backupFrequency', 'weekly', 'Schedule: Every Sunday'],
  ['backupHour', 3, 'Time: 03:00'],
  ['places', [{ name: 'Clubhouse', range: '10.0.0.0/8' }], 'Places: Clubhouse'],
  ['siteName', '', 'Site name: –'],
  ['somethingNew', 'x', 'somethingNew: x'],
])('%s = %j is shown in words', (name, value, text) => {
  const t = i18n.getFixedT('en', auditNamespaces as never) as unknown as TranslateAudit;
  expect(`${settingLabel(t, name)}: ${settingValue(t, { name, value, language: 'en' })}`).toBe(text);
});
