import type { PlatformIcon as IconName } from '@cellar/contract/games/rules/platform-icons.ts';
import { normalizePlatform } from '@cellar/contract/games/rules/platforms.ts';
import {
  IconBrandApple,
  IconBrandUbuntu,
  IconBrandWindows,
  IconBrandXbox,
  IconDeviceGamepad2,
  IconDeviceNintendo,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyComponent } from '#lib/lazy-code.ts';

const icons = [
  ['Windows', IconBrandWindows],
  ['Mac', IconBrandApple],
  ['Linux', IconBrandUbuntu],
  ['Xbox', IconBrandXbox],
  ['Nintendo', IconDeviceNintendo],
] as const;

const OwnPlatformIcon = lazyComponent(
  async () => (await import('#ui/own-platform-icon.tsx')).OwnPlatformIcon,
);

export interface PlatformIconProps {
  platform: string;
  /** The icon of an own platform. */
  icon: IconName | null;
}

export function PlatformIcon({ platform, icon }: PlatformIconProps) {
  if (icon) {
    return (
      <Suspense fallback={<span style={{ width: 24, height: 24 }} />}>
        <OwnPlatformIcon icon={icon} />
      </Suspense>
    );
  }
  const name = normalizePlatform(platform);
  const Icon = icons.find(([start]) => name.startsWith(start))?.[1] ?? IconDeviceGamepad2;
  return <Icon size={24} stroke={1.5} aria-hidden />;
}
