// A button that opens the browser's file dialog.
import { Button, type ButtonProps } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { canPickFiles, pickFiles } from '#lib/pick-files.ts';

export interface ChooseFilesButtonProps extends ButtonProps {
  /** The accessible name, and the button's text if it has no children. */
  label: string;
  /** File extensions or MIME types. */
  accept: readonly string[];
  isMultiple?: boolean | undefined;
  /**
   * Whether to use the newer dialog, if available, whose files can be reopened after a reload. Requires file
   * extensions.
   */
  withHandles?: boolean;
  onFiles(files: File[]): void;
  children?: ReactNode;
}

export function ChooseFilesButton(props: ChooseFilesButtonProps) {
  const { label, accept, isMultiple = false, withHandles = false, onFiles, children, ...button } = props;
  const input = useRef<HTMLInputElement>(null);
  const [usesInput, setUsesInput] = useState(!withHandles);
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Allows the same file to be chosen again.
    currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  const handleClick = async () => {
    const files = !usesInput && canPickFiles() ? await pickFiles(accept, isMultiple) : undefined;
    if (files === undefined) {
      setUsesInput(true);
      input.current?.click();
    } else if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join(',')}
        multiple={isMultiple}
        aria-label={label}
        onChange={handleChange}
      />
      <Button variant="default" aria-label={label} {...button} onClick={() => void handleClick()}>
        {children ?? label}
      </Button>
    </>
  );
}
