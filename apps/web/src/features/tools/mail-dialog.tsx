// One mail as its reader would see it, in a frame that runs nothing and leads nowhere; its links as text to copy.
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { Mail } from '@cellar/contract/outbox.ts';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './mail-dialog.module.css';
import { linksOf } from './mail-links.ts';
import { mailQuery } from './tools.queries.ts';

export interface MailDialogProps {
  mail: Mail;
  onClose(): void;
}

export function MailDialog({ mail, onClose }: MailDialogProps) {
  const { t } = useTranslation('tools');
  const { t: tCommon } = useTranslation();
  const query = useQuery(mailQuery(useApi(), mail._id));
  return (
    <Dialog heading={mail.subject} closeLabel={tCommon('close')} size="44rem" onClose={onClose}>
      <p className={styles.to}>{t('outbox.to', { to: mail.to })}</p>
      {query.isPending && (
        <div role="status" aria-label={t('mail.loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
      {query.isError && <Notice kind="error">{t('mail.loadFailed')}</Notice>}
      {query.data && <MailContent text={query.data.text} html={query.data.html} />}
    </Dialog>
  );
}

function MailContent({ text, html }: { text: string; html: string }) {
  const { t } = useTranslation('tools');
  const [view, setView] = useState('html');
  return (
    <div className={styles.content}>
      <MailLinks links={linksOf(text)} />
      <SegmentedControl
        aria-label={t('mail.view')}
        className={styles.views}
        classNames={{ root: styles.control, indicator: styles.indicator, label: styles.choice }}
        value={view}
        onChange={setView}
        data={[
          { value: 'html', label: t('mail.html') },
          { value: 'text', label: t('mail.text') },
        ]}
      />
      {view === 'html' ? (
        // An empty sandbox: no scripts, no forms, no navigation, an origin of its own.
        <iframe className={styles.frame} title={t('mail.frame')} sandbox="" srcDoc={html} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <pre className={styles.text} tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  );
}

function MailLinks({ links }: { links: string[] }) {
  const { t } = useTranslation('tools');
  if (links.length === 0) return null;
  return (
    <section className={styles.links} aria-label={t('mail.links')}>
      <h3>{t('mail.links')}</h3>
      <ul>
        {links.map((link) => (
          <li key={link}>
            <code className={styles.link}>{link}</code>
            <CopyButton text={link} label={t('mail.copy')} copiedLabel={t('mail.copied')} />
          </li>
        ))}
      </ul>
    </section>
  );
}
