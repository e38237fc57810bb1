// Whether shortcuts of a single key (without Ctrl or Cmd) are on, kept on the device. People who dictate or use a switch
// must be able to turn them off (WCAG 2.1.4).
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
