import { describe, expect, it } from 'vitest';
import { bodyOf, changeOf, draftOf, withEvent, withFormat } from './webhook-fields.tsx';

describe('the draft of a webhook', () => {
  it('gets a generated key when it is for programs, and forgets it for another format', () => {
    const json = withFormat(draftOf(undefined, 'fr'), 'json');
    expect(json.secret).toMatch(/^[\w-]{32}$/);
    expect(withFormat(json, 'json').secret).toBe(json.secret);
    expect(withFormat(json, 'slack').secret).toBe('');
  });

  it('is sent with a name, and without what is stored already', () => {
    const draft = { ...draftOf(undefined, 'en'), events: ['new_games'] as const };
    expect(bodyOf({ ...draft, address: 'https://a.example' }, 'Discord')).toEqual({
      ...{ format: 'discord', name: 'Discord', address: 'https://a.example', events: ['new_games'] },
      ...{ language: 'en', isEnabled: true },
    });
    expect(changeOf({ ...draft, name: 'Ours' }, 'Discord')).not.toHaveProperty('address');
    expect(changeOf({ ...draft, name: 'Ours' }, 'Discord')).not.toHaveProperty('secret');
    expect(changeOf({ ...draft, secret: null }, 'Discord')).toMatchObject({ secret: null });
  });

  it('keeps the order of the events', () => {
    const draft = { ...draftOf(undefined, 'en'), events: ['storage_low'] as const };
    expect(withEvent(draft, 'new_games', true)).toEqual(['new_games', 'storage_low']);
    expect(withEvent(draft, 'storage_low', false)).toEqual([]);
  });
});
