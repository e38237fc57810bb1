// How far something is, with its percentage for screen readers.
import { Progress } from '@mantine/core';

export interface ProgressBarProps {
  percent: number;
  label: string;
  size?: 'sm' | 'md' | 'lg';
}

export function ProgressBar({ percent, label, size = 'md' }: ProgressBarProps) {
  return (
    <Progress
      value={percent}
      size={size}
      radius="xl"
      aria-label={label}
      color="amber"
      transitionDuration={150}
    />
  );
}
