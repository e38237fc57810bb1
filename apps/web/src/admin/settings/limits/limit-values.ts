// The values of the form for the limits of downloads, and the changes that it sends.
import type { SiteLimits, SiteLimitsChange } from '@cellar/contract/transfer/download-limits.ts';

export type LimitValues = SiteLimits['members'] & {
  siteSpeed: SiteLimits['site']['bytesPerSecond'];
  hours: SiteLimits['site']['hours'];
  uploadSpeed: SiteLimits['uploads']['bytesPerSecond'];
};

export function valuesOf({ members, site, uploads }: SiteLimits): LimitValues {
  return {
    ...members,
    siteSpeed: site.bytesPerSecond,
    hours: site.hours,
    uploadSpeed: uploads.bytesPerSecond,
  };
}

/** Contains only what has changed. */
export function bodyOf(changes: Partial<LimitValues>): SiteLimitsChange {
  const { siteSpeed, hours, uploadSpeed, ...members } = changes;
  const site = {
    ...(siteSpeed !== undefined && { bytesPerSecond: siteSpeed }),
    ...(hours !== undefined && { hours }),
  };
  return {
    ...(Object.keys(members).length > 0 && { members }),
    ...(Object.keys(site).length > 0 && { site }),
    ...(uploadSpeed !== undefined && { uploads: { bytesPerSecond: uploadSpeed } }),
  };
}
