// Remembers on the device whether single-key shortcuts (without Ctrl or Cmd) are on. People who use dictation or a
// switch device must be able to turn them off (WCAG 2.1.4).
import { stored } from './stored.ts';

const storage = stored('cellar-single-keys');

let isOff = storage.get() === 'off';

export function areSingleKeysOn(): boolean {
  return !isOff;
}

export function setSingleKeys(isOn: boolean): void {
  isOff = !isOn;
  storage.set(isOn ? undefined : 'off');
}
