// A button that asks for files: by the browser's newer dialog where there is one, so that a handle comes with them, else by
// a plain file field. Used to go on with unfinished uploads.
import { Button, type ButtonProps } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { canPickFiles, pickFiles } from '#lib/pick-files.ts';

export interface ChooseFilesButtonProps extends ButtonProps {
  accept: readonly string[];
  multiple?: boolean;
  'aria-label': string;
  onFiles(files: File[]): void;
}

export function ChooseFilesButton({ accept, multiple = false, onFiles, ...button }: ChooseFilesButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [wantsField, setWantsField] = useState(false);
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    // The same file can be chosen again.
    event.currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  const handleClick = async () => {
    const files = !wantsField && canPickFiles() ? await pickFiles(accept, multiple) : undefined;
    if (files === undefined) {
      setWantsField(true);
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
        multiple={multiple}
        aria-label={button['aria-label']}
        onChange={handleChange}
      />
      <Button variant="default" {...button} onClick={() => void handleClick()} />
    </>
  );
}
