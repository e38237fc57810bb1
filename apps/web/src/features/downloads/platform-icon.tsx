import { normalizePlatform } from '@cellar/contract/rules/platforms.ts';
import {
  IconBrandApple,
  IconBrandUbuntu,
  IconBrandWindows,
  IconBrandXbox,
  IconDeviceGamepad2,
  IconDeviceNintendo,
} from '@tabler/icons-react';

const icons = [
  ['Windows', IconBrandWindows],
  ['Mac', IconBrandApple],
  ['Linux', IconBrandUbuntu],
  ['Xbox', IconBrandXbox],
  ['Nintendo', IconDeviceNintendo],
] as const;

export function PlatformIcon({ platform }: { platform: string }) {
  const name = normalizePlatform(platform);
  const Icon = icons.find(([start]) => name.startsWith(start))?.[1] ?? IconDeviceGamepad2;
  return <Icon size={24} stroke={1.5} aria-hidden />;
}
