// The icons of own platforms. Not loaded with the list of games.
import type { PlatformIcon } from '@cellar/contract/games/rules/platform-presets.ts';
import {
  IconBook,
  IconCloud,
  IconCpu,
  IconDeviceAudioTape,
  IconDeviceDesktop,
  IconDeviceFloppy,
  IconDeviceGamepad,
  IconDeviceGamepad2,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconDeviceNintendo,
  IconDeviceSdCard,
  IconDeviceTablet,
  IconDeviceTv,
  IconDeviceVisionPro,
  IconDisc,
  IconKeyboard,
  IconPacman,
  IconTerminal2,
  IconWorld,
} from '@tabler/icons-react';

const icons: Record<PlatformIcon, typeof IconDisc> = {
  computer: IconDeviceDesktop,
  laptop: IconDeviceLaptop,
  terminal: IconTerminal2,
  keyboard: IconKeyboard,
  console: IconDeviceGamepad2,
  gamepad: IconDeviceGamepad,
  handheld: IconDeviceNintendo,
  television: IconDeviceTv,
  arcade: IconPacman,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  headset: IconDeviceVisionPro,
  cartridge: IconDeviceSdCard,
  disc: IconDisc,
  floppy: IconDeviceFloppy,
  cassette: IconDeviceAudioTape,
  chip: IconCpu,
  globe: IconWorld,
  cloud: IconCloud,
  book: IconBook,
};

export function OwnPlatformIcon({ icon }: { icon: PlatformIcon }) {
  const Icon = icons[icon];
  return <Icon size={24} stroke={1.5} aria-hidden />;
}
