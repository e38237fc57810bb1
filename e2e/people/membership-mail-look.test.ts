// The appearance of an email at a width of 600 px and on a phone, light and dark, in several languages.
import { beforeAll, describe, expect, it } from 'vitest';
import { findingsOn } from '../support/axe.ts';
import { useMailServer } from '../support/mail-server.ts';
import { admin, useSite } from '../support/site.ts';

/** The most for which access may be requested from one address within an hour. */
const languages = ['en', 'de', 'fr', 'pl', 'pt-BR'];

describe('an email', () => {
  const site = useSite();
  const mails = useMailServer(site);
  const emails: { language: string; html: string }[] = [];

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    for (const language of languages) {
      const email = `${language.toLowerCase()}@cellar.example`;
      const body = JSON.stringify({ name: 'Sample Newcomer', email, password: 'long enough', language });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${site.server.url}/api/auth/request-access`, { method: 'POST', headers, body });
      emails.push({ language, html: (await mails.next(email)).html });
    }
  });

  it.each([600, 375])('fits a frame of %d px and is readable in light and dark', async (width) => {
    const { page } = await site.visit({ viewport: { width, height: 700 } });
    for (const { language, html } of emails) {
      await page.setContent(html);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, language).toBeLessThanOrEqual(0);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('.mark').isVisible()).toBe(true);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const buttonColor = "getComputedStyle(document.querySelector('.button')).backgroundColor";
        expect(await page.evaluate(buttonColor)).toBe('rgb(245, 166, 35)');
        // The languages differ in length, not in colors.
        if (language !== 'en') continue;
        expect(await findingsOn(page, ['color-contrast', 'link-name']), colorScheme).toEqual([]);
      }
    }
  });
});
