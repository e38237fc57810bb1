// Asks the server to apply the sanitization rules to the name of a chosen archive. Until it responds, the title from
// `titleOfFile` is used.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { archiveBaseName } from '@cellar/contract/transfer/rules/archives.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '#lib/services-context.ts';

export type Suggestion = ResponseOf<typeof contributorApi.sanitizeTitle>;

/** Calls `onTitle` with the server's title, unless the user has edited the title in the meantime. */
export function useSuggestedTitle(onTitle: (title: string) => void) {
  const client = useApi();
  /** The file whose title may still be set. A ref, because the user's first keystroke must take effect at once. */
  const awaited = useRef<File>(undefined);
  const suggest = useMutation({
    mutationFn: (file: File) =>
      client.call(contributorApi.sanitizeTitle, {
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
    /** Called when the user edits the title, which is then no longer replaced. */
    keepTitle: () => {
      awaited.current = undefined;
    },
    /** Returns the suggestion for a file, or undefined until it arrives. */
    suggestionFor: (file: File | undefined): Suggestion | undefined =>
      file && suggest.variables === file ? suggest.data : undefined,
  };
}
