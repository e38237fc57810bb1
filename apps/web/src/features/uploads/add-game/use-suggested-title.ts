// The title of a chosen archive as the sanitization rules make it, and what they did. Until the server has answered, and
// where it can't be asked, the page's own guess stands (title-of-file.ts).
import { api } from '@cellar/contract/api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import { archiveBaseName } from '@cellar/contract/rules/archives.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '#lib/api-context.ts';

export type Suggestion = ResponseOf<typeof api.sanitizeTitle>;

/** `onTitle` is called with what the server made of the file's name, unless somebody has the title in hand by then. */
export function useSuggestedTitle(onTitle: (title: string) => void) {
  const client = useApi();
  /** The file whose title may still be set. Not a state: it must count from the very moment of the first keystroke. */
  const awaited = useRef<File>(undefined);
  const suggest = useMutation({
    mutationFn: (file: File) =>
      client.call(api.sanitizeTitle, {
        query: { title: archiveBaseName(file.name).slice(0, limits.ruleSampleMax) },
      }),
    onSuccess: ({ sanitizedTitle }, file) => {
      if (awaited.current === file) onTitle(sanitizedTitle);
    },
  });
  return {
    suggestFor: (file: File) => {
      awaited.current = file;
      suggest.mutate(file);
    },
    /** The title has the focus, or was changed: from now on it is its owner's. */
    holdTitle: () => {
      awaited.current = undefined;
    },
    /** Of this file, once it is there. */
    suggestionFor: (file: File | undefined): Suggestion | undefined =>
      file && suggest.variables === file ? suggest.data : undefined,
  };
}
