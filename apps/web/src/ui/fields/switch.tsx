// An on/off switch, which keyboards and screen readers treat as a checkbox.
import layout from '../layout.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch as MantineSwitch } from '@mantine/core';
import styles from './switch.module.css';

export interface SwitchProps {
  label: string;
  description?: string;
  isOn: boolean;
  disabled?: boolean;
  onChange(isOn: boolean): void;
}

export function Switch({ label, description, isOn, disabled, onChange }: SwitchProps) {
  return (
    <MantineSwitch
      size="md"
      label={label}
      description={description}
      checked={isOn}
      disabled={disabled}
      classNames={{
        label: styles.label,
        description: layout.small,
        track: styles.track,
        thumb: styles.thumb,
      }}
      withThumbIndicator={false}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
