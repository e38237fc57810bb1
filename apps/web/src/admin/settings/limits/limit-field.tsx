import { useTranslation } from 'react-i18next';
import { MB } from '#lib/amounts.ts';
import { unitName } from '#lib/format.ts';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { type AmountName, amountBounds, type LimitErrors } from './limit-errors.ts';
import type { LimitValues } from './limit-values.ts';

export interface LimitFieldsProps {
  values: LimitValues;
  timeZone: string;
  errorOf(name: keyof LimitErrors, unit?: number): string | undefined;
  onChange(part: Partial<LimitValues>): void;
}

interface LimitFieldProps extends LimitFieldsProps {
  name: AmountName;
  label: string;
  description?: string;
  /** Bytes per GB, bytes per MB for a speed, or 1. */
  unit: number;
  required?: boolean;
}

export function LimitField(props: LimitFieldProps) {
  const { values, errorOf, onChange, name, label, description, unit, required } = props;
  const { t, i18n } = useTranslation('limitsAdmin');
  return (
    <AmountField
      label={label}
      description={description}
      placeholder={required ? undefined : t('user.unlimited')}
      required={required}
      error={errorOf(name, unit)}
      amount={values[name]}
      unit={unit}
      unitLabel={unitLabelOf(unit, i18n.language)}
      bounds={amountBounds[name]}
      onAmount={(amount) => onChange({ [name]: amount })}
    />
  );
}

function unitLabelOf(unit: number, language: string): string | undefined {
  if (unit === 1) return undefined;
  return unit === MB ? `${unitName('MB', language)}/s` : unitName('GB', language);
}
