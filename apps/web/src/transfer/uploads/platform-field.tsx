// Selects the platform of a file, and asks for its version if needed. Guesses it for new games.
import { guessPlatform } from '@cellar/contract/games/rules/platform-guess.ts';
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { Flex, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ownPlatformsQuery, usePlatformChoices } from '#lib/own-platforms.ts';
import { useApi } from '#lib/services-context.ts';
import { stored } from '#lib/stored.ts';
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
          autoFocus={version === ''}
          maxLength={40}
          value={version}
          error={versionError}
          onChange={(event) => onChange({ version: event.currentTarget.value })}
        />
      )}
    </Flex>
  );
}

const lastChoice = stored('cellar-last-platform');

/** Chooses the platform of a file by its name, otherwise the platform that was chosen last, if the game has no file for it (`taken`). */
export function usePlatformGuess(taken?: ReadonlySet<string>) {
  const { data: own = [] } = useQuery(ownPlatformsQuery(useApi()));
  const choices = usePlatformChoices('');
  const guessed = useRef('');
  return {
    /** Returns nothing if the user has chosen a platform. */
    guessFor({ name }: File, chosen: string): { choice?: string; version?: string } {
      if (chosen !== '' && chosen !== guessed.current) return {};
      const guess = guessPlatform(name, own);
      const last = choices.find((choice) => choice === lastChoice.get() && !taken?.has(choice)) ?? '';
      guessed.current = guess.choice || last;
      return { choice: guessed.current, version: guess.choice && guess.version };
    },
    remember(choice: string): void {
      if (!needsVersion(choice)) lastChoice.set(choice);
    },
  };
}
