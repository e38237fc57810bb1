// On a failing network, a change of the language reports the failure and can be repeated.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n, startI18n } from '#i18n/i18n.ts';
import { addTexts } from '#i18n/language.ts';
import { toasts } from '#ui/toasts/toast-store.ts';
import { stubPage } from '../test/failing-network.ts';
import { chooseLanguage } from './choose-language.ts';

describe('the chosen language', () => {
  let failNextLoad: () => void;

  beforeAll(async () => {
    startI18n();
    await addTexts('members');
  });
  beforeEach(() => {
    failNextLoad = stubPage();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    for (const { id } of toasts.get()) toasts.close(id);
    vi.unstubAllGlobals();
    vi.mocked(console.warn).mockRestore();
  });

  const messages = () => toasts.get().map(({ message }) => message);

  it('of a member is saved only after its texts are loaded', async () => {
    const save = vi.fn();
    failNextLoad();
    await chooseLanguage('fr', save);
    expect(messages()).toEqual(['Can’t reach the server']);
    expect(save).not.toHaveBeenCalled();
    await chooseLanguage('fr', save);
    expect(save).toHaveBeenCalledExactlyOnceWith({ language: 'fr' });
    expect(i18n.t('account:preferences.saved')).toBe('Preferences saved');
  });

  it('of a visitor does not change if the texts cannot be loaded', async () => {
    failNextLoad();
    await chooseLanguage('fr');
    expect(messages()).toEqual(['Can’t reach the server']);
    expect(i18n.language).toBe('en');
    await chooseLanguage('fr');
    expect(i18n.language).toBe('fr');
  });
});
