// Selects the platform of a file, and asks for its version if needed.
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { Flex, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePlatformChoices } from '#lib/own-platforms.ts';
import { Select } from '#ui/fields/select.tsx';

export interface PlatformFieldProps {
  choice: string;
  version: string;
  versionError: string | undefined;
  onChange(part: { choice?: string; version?: string }): void;
}

export function PlatformField({ choice, version, versionError, onChange }: PlatformFieldProps) {
  const { t } = useTranslation('addGame');
  const choices = usePlatformChoices(choice);
  const hint = isVersion(version)
    ? t('versionHint', { platform: storedPlatform(choice, version) })
    : t('versionExample');
  return (
    <Flex direction="column" gap="var(--space-4)">
      <Select
        label={t('platform')}
        withAsterisk
        value={choice}
        onChange={(event) => onChange({ choice: event.currentTarget.value })}
        data={[{ value: '', label: t('choosePlatform') }, ...choices]}
      />
      {needsVersion(choice) && (
        <TextInput
          label={t('version')}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          autoFocus
          maxLength={40}
          value={version}
          error={versionError}
          onChange={(event) => onChange({ version: event.currentTarget.value })}
        />
      )}
    </Flex>
  );
}
