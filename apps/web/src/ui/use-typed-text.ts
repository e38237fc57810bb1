// A text field whose text the URL follows once typing pauses. The field is ahead meanwhile, and follows the URL otherwise (a
// reset, the Back button). Used by the filters of the admin's lists.
import { useDebouncedCallback } from '@mantine/hooks';
import { type ChangeEvent, useState } from 'react';

const typingPauseMs = 300;

/** What a field takes as its props; `onSettled` gets the text without the space around it. */
export function useTypedText(inUrl: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState<string>();
  const settle = useDebouncedCallback((text: string) => {
    onSettled(text.trim());
    setTyped(undefined);
  }, typingPauseMs);
  return {
    value: typed ?? inUrl,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value);
      settle(event.currentTarget.value);
    },
  };
}
