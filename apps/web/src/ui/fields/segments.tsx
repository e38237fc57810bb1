// A radio group whose few options are shown side by side.
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import styles from './segments.module.css';

export interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  data: { value: NoInfer<Value>; label: string }[];
  onChange(value: NoInfer<Value>): void;
}

export function Segments<Value extends string>({ label, value, data, onChange }: SegmentsProps<Value>) {
  return (
    <SegmentedControl
      aria-label={label}
      className={styles.segments}
      classNames={{ root: styles.control, indicator: styles.indicator, label: styles.choice }}
      value={value}
      data={data}
      onChange={(chosen) => onChange(chosen as Value)}
    />
  );
}
