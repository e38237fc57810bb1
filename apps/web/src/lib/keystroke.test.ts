import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher, type KeyPress, nameOf, pairMs } from './keystroke.ts';

type Given = Partial<Omit<KeyPress, 'getModifierState'>> & { altGraph?: boolean };

function press({ altGraph = false, ...given }: Given): KeyPress {
  const plain = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return { ...plain, isComposing: false, getModifierState: () => altGraph, ...given };
}

describe('the name of a key press', () => {
  it.each([
    ['a letter', { key: 'g', code: 'KeyG' }, 'g'],
    ['a letter on another keyboard layout', { key: 'a', code: 'KeyQ' }, 'a'],
    ['a letter with Caps Lock', { key: 'G', code: 'KeyG' }, 'g'],
    ['a Cyrillic letter, by its position', { key: 'п', code: 'KeyG' }, 'g'],
    ['Shift and a letter', { key: 'G', code: 'KeyG', shiftKey: true }, 'shift+g'],
    ['an arrow', { key: 'ArrowUp', code: 'ArrowUp' }, 'ArrowUp'],
    ['Shift and an arrow', { key: 'ArrowUp', code: 'ArrowUp', shiftKey: true }, 'shift+ArrowUp'],
    ['a character with its own key', { key: '/', code: 'Slash' }, '/'],
    ['a character that needs Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['a character that needs Shift on another layout', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
    [
      'a character that needs AltGr',
      { key: '/', code: 'KeyQ', ctrlKey: true, altKey: true, altGraph: true },
      '/',
    ],
  ])('is found for %s', (_, given, name) => {
    expect(nameOf(press(given), false)).toBe(name);
    expect(nameOf(press(given), true)).toBe(name);
  });

  it('contains Cmd on a Mac, and Ctrl on other systems', () => {
    const control = press({ key: 'k', code: 'KeyK', ctrlKey: true });
    const command = press({ key: 'k', code: 'KeyK', metaKey: true });
    expect([nameOf(control, false), nameOf(control, true)]).toEqual(['mod+k', undefined]);
    expect([nameOf(command, false), nameOf(command, true)]).toEqual([undefined, 'mod+k']);
  });

  it.each([
    ['Ctrl and a character', { key: '/', code: 'Slash', ctrlKey: true }],
    ['Alt and a letter', { key: 'g', code: 'KeyG', altKey: true }],
    ['Ctrl, Shift and a letter', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }],
    ['a key during text composition', { key: 'g', code: 'KeyG', isComposing: true }],
    ['a dead key', { key: 'Dead', code: 'BracketLeft' }],
    ['Tab', { key: 'Tab', code: 'Tab' }],
    ['Ctrl and an arrow', { key: 'ArrowUp', code: 'ArrowUp', ctrlKey: true }],
  ])('is undefined for %s', (_, given) => {
    expect(nameOf(press(given), false)).toBeUndefined();
  });

  it('is undefined for any key with only Alt, without an error', () => {
    const presses = fc.record({ key: fc.string(), code: fc.string(), shiftKey: fc.boolean() });
    fc.assert(
      fc.property(presses, fc.boolean(), (given, isMac) => {
        expect(nameOf(press({ ...given, altKey: true }), isMac)).toBeUndefined();
      }),
    );
  });
});

describe('pairs of keys', () => {
  const bindings = { 'g h': 'home', 'g g': 'games', '?': 'help', h: 'h alone' };

  function matcher() {
    let now = 0;
    const match = createMatcher(() => now);
    return { match: (name: string) => match(name, bindings), wait: (ms: number) => (now += ms) };
  }

  it('are recognized, including the same key twice', () => {
    const { match } = matcher();
    expect([match('g'), match('h')]).toEqual([undefined, 'home']);
    expect([match('g'), match('g')]).toEqual([undefined, 'games']);
    expect(match('h'), 'after a complete pair').toBe('h alone');
  });

  it('are abandoned if the second key is late or wrong', () => {
    const { match, wait } = matcher();
    match('g');
    wait(pairMs);
    expect(match('h')).toBe('h alone');
    match('g');
    expect(match('?')).toBe('help');
    expect(match('h')).toBe('h alone');
  });

  it('start again with the first key of a pair', () => {
    const { match } = matcher();
    match('g');
    match('x');
    expect([match('g'), match('h')]).toEqual([undefined, 'home']);
  });
});
