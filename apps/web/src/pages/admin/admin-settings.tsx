// The Admin Settings tab: the list of its sections. After a change, refetches data of other features that depends on it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadSettings } from '#admin/settings/download-settings.tsx';
import { LimitsSettings } from '#admin/settings/limits-settings.tsx';
import { LoginSettings } from '#admin/settings/login/login-settings.tsx';
import { MailServer } from '#admin/settings/mail-server/mail-server.tsx';
import { NotificationSettings } from '#admin/settings/notification-settings.tsx';
import { SettingsSections } from '#admin/settings/sections/settings-sections.tsx';
import { SiteSettings } from '#admin/settings/site-settings.tsx';
import { LearnedNames } from '#games/metadata/settings/learned-names.tsx';
import { MetadataSettings } from '#games/metadata/settings/metadata-settings.tsx';
import { PlatformSettings } from '#games/platforms/platform-settings.tsx';
import type { TextKeys } from '#i18n/text-keys.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Webhooks } from '#messages/webhooks/webhooks.tsx';
import { secondFactorQuery } from '#people/account/account.queries.ts';
import { preferencesQuery } from '#people/account/preferences.queries.ts';
import { useSession } from '#people/auth/session-context.ts';

const texts = [
  'settings',
  'tools',
  'limitsAdmin',
  'loginSettings',
  'mailServer',
  'notifications',
  'metadataSettings',
  'platforms',
  'webhooks',
] as const;
type TextKey = TextKeys<typeof texts>;

interface SectionOfSettings {
  /** The name in the URL. */
  key: string;
  label: TextKey;
  /** The controls that the search finds: their labels, the hints that it searches and shows, and texts that it only searches. */
  settings: readonly { label: TextKey; hint?: TextKey; name?: string; words?: readonly TextKey[] }[];
  Component: ComponentType;
}

/** In the order of the list. The first section is the default. */
const sections: readonly SectionOfSettings[] = [
  {
    key: 'site',
    label: 'settings:sections.site',
    settings: [
      { label: 'settings:site.name', hint: 'settings:site.nameHint' },
      { label: 'settings:site.publicGamePages', hint: 'settings:site.publicGamePagesHint' },
      { label: 'settings:access.registrationEnabled', hint: 'settings:access.registrationEnabledHint' },
      { label: 'settings:places.add', hint: 'settings:places.lead', words: ['settings:places.heading'] },
    ],
    Component: SiteSection,
  },
  {
    key: 'login',
    label: 'loginSettings:heading',
    settings: [
      {
        label: 'loginSettings:providers.add',
        hint: 'loginSettings:providers.lead',
        words: ['loginSettings:words'],
      },
      { label: 'loginSettings:local.heading', hint: 'loginSettings:local.lead' },
      {
        label: 'settings:secondFactor.require',
        hint: 'settings:secondFactor.requireHint',
        words: [
          'settings:secondFactor.nobody',
          'settings:secondFactor.admins',
          'settings:secondFactor.everyone',
        ],
      },
    ],
    Component: LoginSection,
  },
  {
    key: 'downloads',
    label: 'settings:sections.downloads',
    settings: [
      { label: 'settings:history.maxUserRetention', hint: 'settings:history.maxUserRetentionHint' },
      { label: 'settings:usage.enabled', hint: 'settings:usage.enabledHint' },
      { label: 'settings:usage.trackDownloads', hint: 'settings:usage.trackDownloadsHint' },
      { label: 'settings:usage.trackUserActivity', hint: 'settings:usage.trackUserActivityHint' },
      {
        label: 'limitsAdmin:members.period',
        hint: 'limitsAdmin:members.lead',
        words: ['limitsAdmin:section'],
      },
      { label: 'limitsAdmin:members.bytes' },
      { label: 'limitsAdmin:members.files' },
      { label: 'limitsAdmin:members.atOnce' },
      { label: 'limitsAdmin:members.speed', hint: 'limitsAdmin:members.speedHint' },
      { label: 'limitsAdmin:site.speed' },
      { label: 'limitsAdmin:site.hours' },
      { label: 'limitsAdmin:uploads.speed', hint: 'limitsAdmin:uploads.lead' },
    ],
    Component: DownloadsSection,
  },
  {
    key: 'mail',
    label: 'tools:sections.email',
    settings: [
      {
        label: 'mailServer:fields.host',
        hint: 'mailServer:hints.host',
        words: ['mailServer:heading'],
      },
      { label: 'mailServer:fields.security' },
      { label: 'mailServer:fields.port' },
      { label: 'mailServer:fields.from', hint: 'mailServer:hints.from' },
      { label: 'mailServer:fields.user', hint: 'mailServer:hints.user' },
      { label: 'mailServer:fields.password', hint: 'mailServer:hints.password' },
      { label: 'mailServer:test.send' },
      {
        label: 'notifications:frequency.label',
        words: [
          'notifications:heading',
          'notifications:frequency.immediate',
          'notifications:frequency.daily',
          'notifications:frequency.weekly',
          'notifications:frequency.monthly',
          'notifications:frequency.words',
          'notifications:next.label',
        ],
      },
      { label: 'notifications:message.label' },
      { label: 'notifications:preview.single' },
      { label: 'notifications:preview.batch' },
    ],
    Component: EmailSection,
  },
  {
    key: 'webhooks',
    label: 'webhooks:heading',
    settings: [{ label: 'webhooks:add', hint: 'webhooks:lead' }],
    Component: Webhooks,
  },
  {
    key: 'metadata',
    label: 'metadataSettings:heading',
    settings: [
      { label: 'metadataSettings:autoMatch', hint: 'metadataSettings:autoMatchHint' },
      { label: 'metadataSettings:order', hint: 'metadataSettings:lead' },
      { label: 'metadataSettings:ask', name: 'Steam', hint: 'metadataSettings:about.steam' },
      { label: 'metadataSettings:ask', name: 'IGDB', hint: 'metadataSettings:about.igdb' },
      { label: 'metadataSettings:keys.igdbClientId' },
      { label: 'metadataSettings:keys.igdbClientSecret' },
      { label: 'metadataSettings:ask', name: 'RAWG', hint: 'metadataSettings:about.rawg' },
      { label: 'metadataSettings:keys.rawgApiKey' },
      { label: 'metadataSettings:names.heading', hint: 'metadataSettings:names.lead' },
    ],
    Component: MetadataSection,
  },
  {
    key: 'platforms',
    label: 'platforms:heading',
    settings: [
      { label: 'platforms:add', hint: 'platforms:form.aliasesHint' },
      { label: 'platforms:presets.label' },
    ],
    Component: PlatformSettings,
  },
];

/** The sections that hold what had a section of its own. */
const names = { limits: 'downloads', notifications: 'mail' };

export function AdminSettingsTab() {
  const { t } = useTranslation(texts);
  const shown = sections.map((section) => ({
    ...section,
    label: t(section.label),
    settings: section.settings.map(({ label, hint, name, words = [] }) => ({
      label: t(label, { name }),
      hint: hint && t(hint),
      words: words.map((word) => t(word)).join(' '),
    })),
  }));
  return <SettingsSections sections={shown} names={names} />;
}

function SiteSection() {
  const refetch = useRefetch();
  return <SiteSettings onSaved={() => refetch(queryKeys.site)} />;
}

function LoginSection() {
  const refetch = useRefetch();
  const { data: secondFactor } = useQuery(secondFactorQuery(useApi()));
  return (
    <LoginSettings
      ownId={useSession()?._id ?? ''}
      hasSecondFactor={secondFactor && secondFactor.onSince !== null}
      onSaved={() => refetch(queryKeys.site)}
    />
  );
}

function DownloadsSection() {
  return (
    <>
      <LimitsSettings />
      <DownloadSettings />
    </>
  );
}

function EmailSection() {
  const refetch = useRefetch();
  // The members' choices depend on the site's email frequency.
  const { queryKey } = preferencesQuery(useApi());
  return (
    <>
      <MailServer
        onSaved={() =>
          refetch(queryKeys.site, queryKeys.notificationSettings, queryKeys.health, queryKeys.checklist)
        }
      />
      <NotificationSettings onSaved={() => refetch(queryKey)} />
    </>
  );
}

function MetadataSection() {
  return (
    <>
      <MetadataSettings />
      <LearnedNames />
    </>
  );
}

function useRefetch() {
  const queryClient = useQueryClient();
  return (...keys: (readonly string[])[]) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
}
