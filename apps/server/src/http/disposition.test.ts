import { expect, it } from 'vitest';
import { attachmentNamed } from './send-file.ts';

it.each([
  ['Portal (Windows).zip', 'Portal (Windows).zip'],
  ['Pokémon.zip', 'Pok'],
  ['Łódź Racing.zip', '??d? Racing.zip'],
  ['東京.zip', 'k7.zip'],
  ['大阪 2024.tar.gz', 'k7.tar.gz'],
  ['2024.zip', '2024.zip'],
  ['Мир танков.zip.sha256', 'k7.zip.sha256'],
  ['東京', 'k7'],
])('names %s %s where only Latin-1 is read', (name, fallback) => {
  const value = attachmentNamed(name, 'k7');
  expect(value).toMatch(/^attachment; filename=/);
  expect(value.split('; ')[1]).toContain(fallback);
  if (fallback.startsWith('k7')) expect(value).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
});
