// Shows an email in a sandboxed frame. Its links are shown as text to copy.
import type { Mail } from '@cellar/contract/messages/emails.endpoints.ts';
import { isLoopbackUrl } from '@cellar/contract/rules/loopback.ts';
import { Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LinkWarning } from '#ui/feedback/link-warning.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { Segments } from '#ui/fields/segments.tsx';
import { MailFrame } from '#ui/mail-frame.tsx';
import styles from './mail-dialog.module.css';
import { mailQuery } from './outbox.queries.ts';

/** If there are more links, the list is collapsed at first. */
const maxLinksShown = 4;

export interface MailDialogProps {
  mail: Mail;
  onClose(): void;
}

export function MailDialog({ mail, onClose }: MailDialogProps) {
  const { t } = useTranslation('tools');
  const query = useQuery(mailQuery(useApi(), mail._id));
  return (
    <Dialog heading={mail.subject} size="44rem" onClose={onClose}>
      <Text mb="var(--space-4)" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('outbox.to', { to: mail.to })}
      </Text>
      {query.isPending && <LoadingBlock label={t('mail.loading')} height="20rem" />}
      {query.isError && <Notice kind="error">{t('mail.loadFailed')}</Notice>}
      {query.data && <MailContent text={query.data.text} html={query.data.html} />}
    </Dialog>
  );
}

function MailContent({ text, html }: { text: string; html: string }) {
  const { t } = useTranslation('tools');
  const [view, setView] = useState<'html' | 'text'>('html');
  return (
    <Flex direction="column" gap="var(--space-4)">
      <MailLinks links={linksOf(text)} />
      <Segments
        label={t('mail.view')}
        value={view}
        onChange={setView}
        data={[
          { value: 'html', label: t('mail.html') },
          { value: 'text', label: t('mail.text') },
        ]}
      />
      {view === 'html' ? (
        <MailFrame title={t('mail.frame')} html={html} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <pre className={styles.text} tabIndex={0}>
          {text}
        </pre>
      )}
    </Flex>
  );
}

function MailLinks({ links }: { links: string[] }) {
  const { t } = useTranslation('tools');
  if (links.length === 0) return null;
  const local = links.find(isLoopbackUrl);
  return (
    <section className={styles.links} aria-label={t('mail.links')}>
      {local && <LinkWarning link={local} />}
      <details open={links.length <= maxLinksShown}>
        <summary className={styles.summary}>{t('mail.links')}</summary>
        <ul>
          {links.map((link) => (
            <li key={link}>
              <code className={styles.link}>{link}</code>
              <CopyButton text={link} label={t('mail.copy')} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/**
 * Returns the links in a text without duplicates. White space or a bracket ends a link, and trailing punctuation is not
 * part of it.
 */
export function linksOf(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>()[\]"]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?]+$/, '')))];
}
