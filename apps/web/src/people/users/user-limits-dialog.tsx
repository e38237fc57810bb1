// The limits of one user: what was used, the own limits, and setting the use back to zero.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ListedUser } from '@cellar/contract/people/accounts.ts';
import type {
  MemberLimits,
  OwnLimits,
  UserLimits,
} from '@cellar/contract/transfer/download-limits.endpoints.ts';
import { limitBounds, type Period, periods } from '@cellar/contract/transfer/rules/download-limits.ts';
import { Button, Flex, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { formatAmount, GB, isWithinBounds, MB } from '#lib/amounts.ts';
import { focusWrongField } from '#lib/form-fields.ts';
import { unitName } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { AmountField, boundsText } from '#ui/fields/amount-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { LimitMeters } from '#ui/limit-meters.tsx';
import { toast } from '#ui/toasts/toast.tsx';

export interface UserLimitsDialogProps {
  user: Pick<ListedUser, '_id' | 'name'>;
  onClose(): void;
}

export function UserLimitsDialog({ user, onClose }: UserLimitsDialogProps) {
  const { t } = useTranslation('limitsAdmin');
  const client = useApi();
  const query = useQuery({
    queryKey: queryKeys.limits.user(user._id),
    queryFn: ({ signal }) => client.call(adminApi.getUserLimits, { params: { userId: user._id }, signal }),
    staleTime: 0,
  });
  return (
    <Dialog heading={t('user.heading', { name: user.name })} keepsText onClose={onClose}>
      {query.data && (
        <Flex direction="column" gap="var(--space-5)">
          <Use user={user} limits={query.data} />
          <LimitsForm user={user} limits={query.data} onSaved={onClose} />
        </Flex>
      )}
      {query.isPending && <LoadingBlock label={t('loading')} height="20rem" />}
      {query.isError && !query.data && (
        <LoadFailedNotice text={t('user.loadFailed')} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

interface PartProps {
  user: UserLimitsDialogProps['user'];
  limits: UserLimits;
}

function Use({ user, limits }: PartProps) {
  const { t } = useTranslation('limitsAdmin');
  const client = useApi();
  const save = useSaveAnswer(user);
  const lift = useMutation({
    mutationFn: () => client.call(adminApi.liftUserLimits, { params: { userId: user._id } }),
    onSuccess: (answer) => {
      save(answer);
      toast.success(t('user.lifted', { name: user.name }));
    },
    onError: (error) => toast.error(errorText(error, t('user.liftFailed'))),
  });
  const { bytes, files, limits: all } = limits.use;
  const canLift = bytes + files > 0 && (all.bytesPerPeriod !== null || all.filesPerPeriod !== null);
  return (
    <Flex component="section" direction="column" gap="var(--space-3)" aria-label={t('user.use')}>
      <LimitMeters use={limits.use} showsAll />
      {canLift && (
        <Flex direction="column" gap="var(--space-1)" align="flex-start">
          <Button variant="default" size="sm" loading={lift.isPending} onClick={() => lift.mutate()}>
            {t('user.lift')}
          </Button>
          <Text c="dimmed" fz="var(--text-2)">
            {t('user.liftHint')}
          </Text>
        </Flex>
      )}
    </Flex>
  );
}

function LimitsForm({ user, limits, onSaved }: PartProps & { onSaved(): void }) {
  const { t } = useTranslation('limitsAdmin');
  const client = useApi();
  const saveAnswer = useSaveAnswer(user);
  const [changes, setChanges] = useState<Partial<OwnLimits>>({});
  const save = useMutation({
    mutationFn: () => client.call(adminApi.changeUserLimits, { params: { userId: user._id }, body: changes }),
    onSuccess: (answer) => {
      saveAnswer(answer);
      toast.success(t('user.saved', { name: user.name }));
      onSaved();
    },
    onError: (error) => toast.error(errorText(error, t('saveFailed'))),
  });
  const [isRefused, setRefused] = useState(false);
  const own = { ...limits.own, ...changes };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const hasErrors = hasOwnLimitErrors(own);
    setRefused(hasErrors);
    if (hasErrors) focusWrongField(event.currentTarget);
    else if (!save.isPending) save.mutate();
  };
  return (
    <form
      style={{ display: 'flex', flexDirection: 'column', gap: 'var(--space-4)' }}
      onSubmit={handleSubmit}
      noValidate
    >
      <OwnLimitFields
        own={own}
        defaults={limits.defaults}
        isRefused={isRefused}
        onChange={(part) => setChanges((current) => ({ ...current, ...part }))}
      />
      <Button type="submit" style={{ alignSelf: 'flex-end' }} loading={save.isPending}>
        {t('user.save')}
      </Button>
    </form>
  );
}

function useSaveAnswer({ _id }: UserLimitsDialogProps['user']) {
  const queryClient = useQueryClient();
  return (answer: UserLimits) => {
    queryClient.setQueryData(queryKeys.limits.user(_id), answer);
    // Admins may have changed their own limits.
    void queryClient.invalidateQueries({ queryKey: queryKeys.limits.own });
  };
}

interface OwnLimitFieldsProps {
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

/** A choice for each limit of a user: as for all members, none, or another one. */
function hasOwnLimitErrors(own: OwnLimits): boolean {
  return (Object.keys(amounts) as Amount[]).some((name) => isWrong(name, own[name]));
}

function isWrong(name: Amount, value: OwnLimits[Amount]): boolean {
  return typeof value === 'number' && !isWithinBounds(value, amounts[name].bounds);
}

function OwnLimitFields({ own, defaults, isRefused, onChange }: OwnLimitFieldsProps) {
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
