// A number field for an amount with a unit. Empty means that there is none.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { amountOf, amountText } from '#lib/amounts.ts';

export interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  amount: number | null;
  /** How much one is, such as 1024² for MB. */
  unit: number;
  unitLabel?: string;
  bounds: { min: number; max: number };
  onAmount(amount: number | null): void;
}

export function AmountField({ amount, unit, unitLabel, bounds, onAmount, ...others }: AmountFieldProps) {
  // What was typed is kept as long as it says the same, so that `1.` does not become `1` while the admin types.
  const [typed, setTyped] = useState<{ text: string; amount: number | null }>();
  const handleChange = (text: string) => {
    const next = amountOf(text, unit);
    setTyped({ text, amount: next });
    onAmount(next);
  };
  return (
    <TextInput
      maw="20rem"
      {...others}
      type="number"
      inputMode={unit === 1 ? 'numeric' : 'decimal'}
      min={Number(amountText(bounds.min, unit)) || 0.0001}
      max={bounds.max / unit}
      step={unit === 1 ? 1 : 'any'}
      value={typed?.amount === amount ? typed.text : amountText(amount, unit)}
      rightSection={unitLabel && <span aria-hidden>{unitLabel}</span>}
      rightSectionWidth={unitLabel ? '4rem' : undefined}
      rightSectionPointerEvents="none"
      onChange={(event) => handleChange(event.currentTarget.value)}
    />
  );
}
