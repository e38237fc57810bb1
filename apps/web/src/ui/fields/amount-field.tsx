// A number field for an amount with a unit. Null means that it is empty, NaN that it contains something else.
import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { amountOf, amountText } from '#lib/amounts.ts';

export interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  amount: number | null;
  /** How much one is, such as 1024² for MB. */
  unit: number;
  unitLabel?: string | undefined;
  bounds: { min: number; max: number };
  onAmount(amount: number | null): void;
}

export function AmountField({ amount, unit, unitLabel, bounds, onAmount, ...others }: AmountFieldProps) {
  // What was typed is kept as long as it says the same, so that `1.` does not become `1` while the admin types.
  const [typed, setTyped] = useState<{ text: string; amount: number | null }>();
  const handleChange = ({ currentTarget: { value, validity } }: ChangeEvent<HTMLInputElement>) => {
    const next = validity.badInput ? Number.NaN : amountOf(value, unit);
    setTyped({ text: value, amount: next });
    onAmount(next);
  };
  return (
    <TextInput
      maw="30rem"
      {...others}
      type="number"
      inputMode={unit === 1 ? 'numeric' : 'decimal'}
      min={lowest(bounds.min, unit)}
      max={bounds.max / unit}
      step={unit === 1 ? 1 : 'any'}
      value={typed && Object.is(typed.amount, amount) ? typed.text : amountText(amount, unit)}
      rightSection={unitLabel && <span aria-hidden>{unitLabel}</span>}
      rightSectionWidth={unitLabel ? '4rem' : undefined}
      rightSectionPointerEvents="none"
      onChange={handleChange}
    />
  );
}

/** The values that may be entered, as text. */
export function boundsText(bounds: AmountFieldProps['bounds'], unit: number, language: string) {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  return { min: number.format(lowest(bounds.min, unit)), max: number.format(bounds.max / unit) };
}

function lowest(min: number, unit: number): number {
  return Number(amountText(min, unit)) || 0.0001;
}
