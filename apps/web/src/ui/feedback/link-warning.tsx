// Says that others may not reach a link of this site, before an admin passes it on.
import { useTranslation } from 'react-i18next';
import { doubtAbout, publicUrlLine } from '#lib/public-url.ts';
import { Notice } from './messages.tsx';

export function LinkWarning({ link }: { link: string }) {
  const { t } = useTranslation('admin');
  const here = location.origin;
  const doubt = doubtAbout(link, here);
  if (!doubt) return null;
  const values = { line: publicUrlLine(), address: new URL(link).origin, here };
  return <Notice kind="error">{t(`linkWarning.${doubt}`, values)}</Notice>;
}
