// Shows the folder that a request has returned.
import type { LibraryFolder, LibraryFolders } from '@cellar/contract/folders/folders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#lib/query-keys.ts';

/** Returns a function that puts a folder into the list at once, and then loads the list and its items again. */
export function useShowFolder() {
  const queryClient = useQueryClient();
  return (folder: LibraryFolder) => {
    queryClient.setQueryData<LibraryFolders>(queryKeys.library.folders, (data) => {
      if (!data) return data;
      const isKnown = data.folders.some(({ id }) => id === folder.id);
      const folders = isKnown
        ? data.folders.map((each) => (each.id === folder.id ? folder : each))
        : [...data.folders, folder];
      return { ...data, folders };
    });
    void queryClient.invalidateQueries({ queryKey: queryKeys.library.all });
  };
}
