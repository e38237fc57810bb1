// A choice for each limit of a user: as for all members, none, or another one.
import type { MemberLimits, OwnLimits } from '@cellar/contract/transfer/download-limits.ts';
import { limitBounds, type Period, periods } from '@cellar/contract/transfer/rules/download-limits.ts';
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount, GB, isWithinBounds, MB } from '#lib/amounts.ts';
import { unitName } from '#lib/format.ts';
import { AmountField, boundsText } from '#ui/fields/amount-field.tsx';
import { Select } from '#ui/fields/select.tsx';

export interface OwnLimitFieldsProps {
  own: OwnLimits;
  defaults: MemberLimits;
  /** Whether the form was refused, so that its errors are shown. */
  isRefused: boolean;
  onChange(part: Partial<OwnLimits>): void;
}

type Amount = Exclude<keyof OwnLimits, 'period'>;

/** The unit of each limit, what is suggested, and which values are permitted. */
const amounts = {
  bytesPerPeriod: { label: 'members.bytes', unit: GB, first: 50 * GB, bounds: limitBounds.bytesPerPeriod },
  filesPerPeriod: { label: 'members.files', unit: 1, first: 10, bounds: limitBounds.filesPerPeriod },
  downloadsAtOnce: { label: 'members.atOnce', unit: 1, first: 2, bounds: limitBounds.downloadsAtOnce },
  bytesPerSecond: { label: 'user.speed', unit: MB, first: 5 * MB, bounds: limitBounds.speed },
} as const;

export function hasOwnLimitErrors(own: OwnLimits): boolean {
  return (Object.keys(amounts) as Amount[]).some((name) => isWrong(name, own[name]));
}

function isWrong(name: Amount, value: OwnLimits[Amount]): boolean {
  return typeof value === 'number' && !isWithinBounds(value, amounts[name].bounds);
}

export function OwnLimitFields({ own, defaults, isRefused, onChange }: OwnLimitFieldsProps) {
  const { t } = useTranslation('limitsAdmin');
  const ofAll = t('user.default', { value: t(`periods.${defaults.period}`) });
  return (
    <Flex direction="column" gap="var(--space-4)">
      <Select
        data-autofocus
        // The form may be loaded after the dialog has opened.
        autoFocus
        label={t('members.period')}
        value={own.period}
        data={[
          { value: 'default', label: ofAll },
          ...periods.map((value) => ({ value, label: t(`periods.${value}`) })),
        ]}
        onChange={(event) => onChange({ period: event.currentTarget.value as 'default' | Period })}
      />
      {(Object.keys(amounts) as Amount[]).map((name) => (
        <OwnLimitField
          key={name}
          name={name}
          value={own[name]}
          ofAll={defaults[name]}
          isRefused={isRefused}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </Flex>
  );
}

interface OwnLimitFieldProps {
  name: Amount;
  value: OwnLimits[Amount];
  ofAll: number | null;
  isRefused: boolean;
  onChange(value: OwnLimits[Amount]): void;
}

function OwnLimitField({ name, value, ofAll, isRefused, onChange }: OwnLimitFieldProps) {
  const { t, i18n } = useTranslation('limitsAdmin');
  const { label, unit, first, bounds } = amounts[name];
  const { language } = i18n;
  const perSecond = unit === MB ? '/s' : '';
  const shown = ofAll === null ? t('unlimited') : `${formatAmount(ofAll, unit, language)}${perSecond}`;
  const unitLabel = unit === GB ? unitName('GB', language) : `${unitName('MB', language)}/s`;
  const isOwn = typeof value === 'number';
  return (
    <Flex direction="column" gap="var(--space-2)">
      <Select
        label={t(label)}
        value={isOwn ? 'own' : value}
        data={[
          { value: 'default', label: t('user.default', { value: shown }) },
          { value: 'unlimited', label: t('user.unlimited') },
          { value: 'own', label: t('user.own') },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange(chosen === 'own' ? (ofAll ?? first) : (chosen as 'default' | 'unlimited'));
        }}
      />
      {isOwn && (
        <AmountField
          aria-label={t('user.amount', { label: t(label) })}
          amount={Number.isNaN(value) ? null : value}
          error={
            isRefused && isWrong(name, value) && t('errors.outOfBounds', boundsText(bounds, unit, language))
          }
          unit={unit}
          unitLabel={unit === 1 ? undefined : unitLabel}
          bounds={bounds}
          maw="none"
          required
          // An empty field is not a limit yet; the form refuses it.
          onAmount={(amount) => onChange(amount ?? Number.NaN)}
        />
      )}
    </Flex>
  );
}
