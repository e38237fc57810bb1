// Copies a text. Also works on plain http, where browsers deny pages access to the clipboard.
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toasts/toast.tsx';

export interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel?: string;
  /** Whether it is the main button of a dialog that shows the text only once: with its label, filled, and with the focus at first. */
  isMain?: boolean;
}

const shownMs = 2000;

export function CopyButton({ text, label, copiedLabel, isMain = false }: CopyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { t } = useTranslation();
  /** How often, while the button says so. */
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const handleClick = async () => {
    if (await copyText(text, button.current ?? document.body)) setCopied((times) => times + 1);
    else toast.error(t('copyFailed'));
  };
  const name = copied > 0 ? (copiedLabel ?? t('copied')) : label;
  const icon = copied > 0 ? <IconCheck size={15} /> : <IconCopy size={15} />;
  if (isMain) {
    return (
      <Button ref={button} leftSection={icon} data-autofocus autoFocus onClick={() => void handleClick()}>
        {name}
      </Button>
    );
  }
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      size={24}
      aria-label={name}
      title={name}
      onClick={() => void handleClick()}
    >
      {icon}
    </ActionIcon>
  );
}

export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

// Adds the field beside the button, because an open dialog would move the focus back from elements outside it.
function copyBySelection(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;opacity:0';
  const focused = document.activeElement;
  (near.parentElement ?? near).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
