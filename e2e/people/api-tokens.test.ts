// API tokens: a member creates one, a script uses it, and it is revoked.
import { describe, expect, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, closeToast, openAdvanced, seen } from '../support/steps.ts';

const english = {
  language: 'en',
  open: 'Create token',
  name: 'Name',
  read: 'Read',
  download: 'Download',
  upload: 'Upload',
  choose: 'Choose at least one.',
  created: 'Your new API token',
  done: 'Done',
  unused: 'Never used',
  revoke: 'Revoke: Backup script',
  confirm: 'Revoke',
  revoked: 'API token revoked',
} as const;

const french: Record<keyof typeof english, string> = {
  language: 'fr',
  open: 'Créer un jeton',
  name: 'Nom',
  read: 'Lire',
  download: 'Télécharger',
  upload: 'Envoyer',
  choose: 'Choisissez au moins une autorisation.',
  created: 'Votre nouveau jeton d’API',
  done: 'Terminé',
  unused: 'Jamais utilisé',
  revoke: 'Révoquer : Backup script',
  confirm: 'Révoquer',
  revoked: 'Jeton d’API révoqué',
};

const spanish: Record<keyof typeof english, string> = {
  language: 'es',
  open: 'Crear token',
  name: 'Nombre',
  read: 'Leer',
  download: 'Descargar',
  upload: 'Subir',
  choose: 'Elige al menos un permiso.',
  created: 'Tu nuevo token de API',
  done: 'Listo',
  unused: 'Sin usar',
  revoke: 'Revocar: Backup script',
  confirm: 'Revocar',
  revoked: 'Token de API revocado',
};

describe('API tokens', () => {
  const site = useSite();

  const me = (token: string) =>
    fetch(new URL('/api/users/me', site.server.url), { headers: { authorization: `Bearer ${token}` } });

  it.each([english, french, spanish])('are created, used and revoked ($language)', async (words) => {
    const api = await site.api(member);
    await api.setPreferences({ language: words.language as 'en' });
    const page = await site.arrive(member, '/account?tab=security', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await openAdvanced(page);
    await page.getByRole('button', { name: words.open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.name).fill('Backup script');
    await dialog.getByLabel(words.read).uncheck();
    await dialog.getByRole('button', { name: words.open }).click();
    await seen(dialog.getByText(words.choose));
    expect(await dialog.getByLabel(words.upload).count(), 'only for admins').toBe(0);
    await dialog.getByLabel(words.read).check();
    await dialog.getByLabel(words.download).check();
    await dialog.getByRole('button', { name: words.open }).click();

    await seen(dialog.getByRole('heading', { name: words.created }));
    const token = await dialog.locator('code').innerText();
    await page.keyboard.press('Escape');
    // The button that copies has the focus.
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: words.done }).click();
    await seen(page.getByText(words.unused));
    expect(await page.content(), 'the secret is gone').not.toContain(token);

    expect((await me(token)).status).toBe(200);
    await page.goto('/account?tab=security#api-tokens');
    await page.reload();
    await seen(page.getByRole('heading', { name: 'Backup script' }));
    await expect.poll(() => page.getByText(words.unused).count()).toBe(0);
    await page.getByRole('button', { name: words.revoke }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.confirm, exact: true }).click();
    await closeToast(page, words.revoked);
    await page.getByRole('heading', { name: 'Backup script' }).waitFor({ state: 'detached' });
    expect((await me(token)).status).toBe(401);
  });

  it('have no problems that axe finds, with every scope and in every state', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/account?tab=security');
      await check('with the rest closed');
      await openAdvanced(page);
      await check('without tokens');
      await page.getByRole('button', { name: english.open }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(english.name).fill('Backup script');
      await dialog.getByLabel(english.upload).check();
      await check('the form');
      await dialog.getByRole('button', { name: english.open }).click();
      await seen(dialog.getByRole('heading', { name: english.created }));
      await check('the token');
      await dialog.getByRole('button', { name: english.done }).click();
      await seen(page.getByText(english.unused));
      await check('the list');
      await page.getByRole('button', { name: english.revoke }).click();
      await page.getByRole('dialog').getByRole('button', { name: english.confirm, exact: true }).click();
      await closeToast(page, english.revoked);
    });
  });
});
