// How the game can be played: a checkbox for each mode.
import layout from '#ui/layout.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { orderedModes, type PlayMode, playModes } from '@cellar/contract/games/rules/play-modes.ts';
import { Checkbox, Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './metadata-form.module.css';

export interface PlayModesFieldProps {
  modes: readonly string[];
  onChange(modes: PlayMode[]): void;
}

export function PlayModesField({ modes, onChange }: PlayModesFieldProps) {
  const { t } = useTranslation('gameEditor');
  const toggle = (mode: PlayMode, isOn: boolean) =>
    onChange(orderedModes(isOn ? [...modes, mode] : modes.filter((other) => other !== mode)));
  return (
    <fieldset className={layout.stack2}>
      <Input.Label component="legend" size="md" className={styles.legend}>
        {t('fields.modes')}
      </Input.Label>
      <div className={styles.modes}>
        {playModes.map((mode) => (
          <Checkbox
            key={mode}
            size="md"
            color="amber"
            iconColor="var(--on-amber)"
            classNames={{ input: styles.box }}
            label={t(`modes.${mode}`)}
            description={t(`modeHints.${mode}`)}
            checked={modes.includes(mode)}
            onChange={(event) => toggle(mode, event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
