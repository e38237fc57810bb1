// Who must log in in two steps. An admin who requires it needs it first.

import type { AdminSettings } from '@cellar/contract/admin/settings.ts';
import type { SecondFactorRequirement } from '@cellar/contract/people/second-factor.ts';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountTabPath } from '#lib/paths.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { Select } from '#ui/fields/select.tsx';
import { Section } from '#ui/section.tsx';
import { LoadedSettings, useSiteDraft } from '../loaded-settings.tsx';
import styles from './login-settings.module.css';

const requirements: readonly SecondFactorRequirement[] = ['nobody', 'admins', 'everyone'];

interface SecondFactorSettingsProps {
  /** Whether the admin's own account has it. Undefined until it is known. */
  hasOwn: boolean | undefined;
  onSaved(): void;
}

export function SecondFactorSettings(props: SecondFactorSettingsProps) {
  return <LoadedSettings>{(settings) => <SecondFactorForm {...props} settings={settings} />}</LoadedSettings>;
}

interface SecondFactorFormProps extends SecondFactorSettingsProps {
  settings: AdminSettings;
}

function SecondFactorForm({ settings, hasOwn, onSaved }: SecondFactorFormProps) {
  const { t } = useTranslation('settings');
  const form = useRef<HTMLFormElement>(null);
  const draft = useSiteDraft(settings, onSaved);
  useSaveBar(form, draft);
  const value = draft.values.requireSecondFactor;
  // Whoever has lost it can still stop requiring it.
  const mustSetUp = hasOwn === false && value === 'nobody';
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    draft.save();
  };
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate>
      <Section heading={t('secondFactor.heading')} lead={t('secondFactor.lead')}>
        <div className={styles.local}>
          <Select
            label={t('secondFactor.require')}
            description={t('secondFactor.requireHint')}
            w="100%"
            maw="30rem"
            value={value}
            disabled={mustSetUp}
            data={requirements.map((who) => ({ value: who, label: t(`secondFactor.${who}`) }))}
            onChange={(event) =>
              draft.change({ requireSecondFactor: event.currentTarget.value as SecondFactorRequirement })
            }
          />
          {mustSetUp && (
            <p className={styles.hint}>
              <Link to={accountTabPath('security')}>{t('secondFactor.setUpFirst')}</Link>
            </p>
          )}
        </div>
      </Section>
    </form>
  );
}
