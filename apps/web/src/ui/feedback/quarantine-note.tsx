// Says that a file can't be downloaded because a virus scan has found a threat in it.
import type { Quarantine } from '@cellar/contract/transfer/extras.ts';
import { useTranslation } from 'react-i18next';

export interface QuarantineNoteProps {
  quarantine: NonNullable<Quarantine>;
  className?: string | undefined;
}

/** Admins also see what was found. */
export function QuarantineNote({ quarantine: { threat }, className }: QuarantineNoteProps) {
  const { t } = useTranslation('downloads');
  return (
    <p className={className}>
      {t('quarantineNote')}
      {threat !== null && ` ${t('threat', { threat })}`}
    </p>
  );
}
