// The title of a chosen archive as the sanitization rules make it, and what they did. Until the server has answered, and
// where it can't be asked, the page's own guess stands (title-of-file.ts).
import { api } from '@cellar/contract/api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import { archiveBaseName } from '@cellar/contract/rules/archives.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/api-context.ts';

export type Suggestion = ResponseOf<typeof api.sanitizeTitle>;

/** `onTitle` is called with what the server made of the file's name. */
export function useSuggestedTitle(onTitle: (file: File, title: string) => void) {
  const client = useApi();
  const suggest = useMutation({
    mutationFn: (file: File) =>
      client.call(api.sanitizeTitle, {
        query: { title: archiveBaseName(file.name).slice(0, limits.ruleSampleMax) },
      }),
    onSuccess: ({ sanitizedTitle }, file) => onTitle(file, sanitizedTitle),
  });
  return {
    suggestFor: (file: File) => suggest.mutate(file),
    /** Of this file, once it is there. */
    suggestionFor: (file: File | undefined): Suggestion | undefined =>
      file && suggest.variables === file ? suggest.data : undefined,
  };
}
