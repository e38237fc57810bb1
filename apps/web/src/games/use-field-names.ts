import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import { useTranslation } from 'react-i18next';

/** Returns a function that lists the names of fields: "Title and Genres". */
export function useFieldNames(): (fields: readonly EditableField[]) => string {
  const { t, i18n } = useTranslation('gameEditor');
  const list = new Intl.ListFormat(i18n.language);
  return (fields) => list.format(fields.map((field) => t(`fields.${field}`)));
}
