// The form to add or edit a rule. Pattern errors are shown while the admin types.

import type { PatternReason } from '@cellar/contract/games/sanitization.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { issueText } from '#i18n/issue-text.ts';
import { Notice } from '#ui/feedback/messages.tsx';
import styles from './rule-row.module.css';
import { patternIssue, type RuleDraft, useSaveRule } from './sanitization.queries.ts';

export interface RuleFormProps {
  draft: RuleDraft;
  findRef: Ref<HTMLInputElement>;
  /** The number of stored rules. */
  count: number;
  /** Why the server refuses the pattern. May refer to an earlier draft, so it does not prevent saving. */
  reason: PatternReason | undefined;
  onChange(part: Partial<RuleDraft>): void;
  onDone(): void;
}

export function RuleForm({ draft, findRef, count, reason, onChange, onDone }: RuleFormProps) {
  const { t } = useTranslation('sanitization');
  const [wasSent, setSent] = useState(false);
  const isEdit = draft._id !== undefined;
  const isFull = !isEdit && count >= limits.sanitizationRules;
  const missing = (text: string) => wasSent && text.trim() === '' && t('form.required');
  const finish = () => {
    setSent(false);
    onDone();
  };
  const save = useSaveRule(finish);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (draft.find === '' || draft.description.trim() === '' || save.isPending) return;
    save.mutate(draft);
  };
  const refusal = save.variables?.find === draft.find && patternIssue(save.error);
  return (
    <form
      className={styles.form}
      onSubmit={handleSubmit}
      noValidate
      aria-label={t(isEdit ? 'form.edit' : 'form.add')}
    >
      <h3 className={styles.wide}>{t(isEdit ? 'form.edit' : 'form.add')}</h3>
      <RuleFields
        draft={draft}
        findRef={findRef}
        findError={
          (wasSent && draft.find === '' && t('form.required')) ||
          (reason && t(`problems.${reason}`)) ||
          (refusal && issueText(refusal))
        }
        descriptionError={missing(draft.description)}
        onChange={onChange}
      />
      {isFull && (
        <div className={styles.wide}>
          <Notice kind="info">{t('form.full')}</Notice>
        </div>
      )}
      <div className={styles.ruleFormActions}>
        <Button type="submit" loading={save.isPending} disabled={isFull}>
          {t(isEdit ? 'form.save' : 'form.submit')}
        </Button>
        {isEdit && (
          <Button variant="default" onClick={finish}>
            {t('form.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface RuleFieldsProps extends Pick<RuleFormProps, 'draft' | 'findRef' | 'onChange'> {
  findError: string | false | undefined;
  descriptionError: string | false;
}

function RuleFields({ draft, findRef, findError, descriptionError, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('sanitization');
  const code = {
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    classNames: { input: styles.code },
  };
  return (
    <>
      <TextInput
        {...code}
        ref={findRef}
        label={t('form.find')}
        description={t('form.findHint')}
        maxLength={limits.ruleFindMax}
        withAsterisk
        value={draft.find}
        error={findError}
        onChange={(event) => onChange({ find: event.currentTarget.value })}
      />
      <TextInput
        {...code}
        label={t('form.replace')}
        description={t('form.replaceHint')}
        maxLength={limits.ruleReplaceMax}
        value={draft.replace}
        onChange={(event) => onChange({ replace: event.currentTarget.value })}
      />
      <TextInput
        className={styles.wide ?? ''}
        label={t('form.description')}
        description={t('form.descriptionHint')}
        maxLength={limits.ruleDescriptionMax}
        withAsterisk
        autoComplete="off"
        value={draft.description}
        error={descriptionError}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}
