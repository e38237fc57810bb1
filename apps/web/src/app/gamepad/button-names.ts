// What is printed on the buttons of common gamepads.
const xbox = {
  confirm: 'A',
  back: 'B',
  download: 'X',
  favorite: 'Y',
  previous: 'LB',
  next: 'RB',
  menu: '☰',
  help: 'View',
};

const playStation: typeof xbox = {
  confirm: '✕',
  back: '○',
  download: '□',
  favorite: '△',
  previous: 'L1',
  next: 'R1',
  menu: 'Options',
  help: 'Share',
};

/** The letters are in other places than on an Xbox gamepad. The buttons do the same by their place. */
const nintendo: typeof xbox = {
  confirm: 'B',
  back: 'A',
  download: 'Y',
  favorite: 'X',
  previous: 'L',
  next: 'R',
  menu: '+',
  help: '−',
};

export type ButtonNames = typeof xbox;

/** Chooses by the gamepad's id, in which browsers put its name and the maker's number. */
export function buttonNames(id = ''): ButtonNames {
  if (/054c|playstation|dualshock|dualsense/i.test(id)) return playStation;
  return /057e|nintendo|pro controller|joy-con/i.test(id) ? nintendo : xbox;
}
