// Whether keys without Ctrl or Cmd are shortcuts, remembered on the device: who dictates, or types by a switch, must be
// able to turn them off (WCAG 2.1.4). Asked by whoever listens for such a key; changed in the key help.
const storageKey = 'cellar-single-keys';

let isOff = attempt(() => localStorage.getItem(storageKey)) === 'off';

export function areSingleKeysOn(): boolean {
  return !isOff;
}

export function setSingleKeys(isOn: boolean): void {
  isOff = !isOn;
  attempt(() => (isOn ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, 'off')));
}

// Blocked storage: the choice then lasts as long as the page.
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
