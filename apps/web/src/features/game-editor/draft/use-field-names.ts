// The names of fields in one line, as people list things. Used by the editor.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import { useTranslation } from 'react-i18next';

export function useFieldNames(fields: readonly EditableField[]): string {
  const { t, i18n } = useTranslation('gameEditor');
  return new Intl.ListFormat(i18n.language).format(fields.map((field) => t(`fields.${field}`)));
}
