// Copies a text. Works on plain http too, where browsers keep the clipboard from pages.
import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';

export interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel: string;
}

const shownMs = 2000;

export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useState(false);
  const handleClick = async () => {
    if (!(await copyText(text, button.current ?? document.body))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  const name = isCopied ? copiedLabel : label;
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      size="sm"
      aria-label={name}
      title={name}
      onClick={() => void handleClick()}
    >
      {isCopied ? <IconCheck size={15} /> : <IconCopy size={15} />}
    </ActionIcon>
  );
}

async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

// Beside the button, because an open dialog takes the focus back from whatever lies outside it.
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
