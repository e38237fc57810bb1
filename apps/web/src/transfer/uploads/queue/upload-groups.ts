// The uploads that were added together, for example from the list of several files. They are reported together.
import { isPending, type UploadRecord } from '../engine/upload-record.ts';

interface Group {
  ids: ReadonlySet<string>;
  /** Counts also those that were removed from the list. */
  completed: number;
}

export interface EndedGroup {
  completed: number;
  failed: UploadRecord[];
}

export class UploadGroups {
  #groups = new Set<Group>();
  /** All uploads that were ever added. Uploads that begin to wait again form no new group. */
  #known = new Set<string>();

  /** Adds uploads that have begun in the same task. Returns whether they form a group: several of them are new. */
  add(ids: readonly string[]): boolean {
    const fresh = ids.filter((id) => !this.#known.has(id));
    for (const id of fresh) this.#known.add(id);
    if (fresh.length > 1) this.#groups.add({ ids: new Set(fresh), completed: 0 });
    return fresh.length > 1;
  }

  /** Returns whether the upload is in a group of which uploads are left. */
  has(id: string): boolean {
    return [...this.#groups].some(({ ids }) => ids.has(id));
  }

  complete(id: string): void {
    for (const group of this.#groups) if (group.ids.has(id)) group.completed += 1;
  }

  clear(): void {
    this.#groups.clear();
  }

  /** Removes and returns the groups of which no upload is left. */
  removeEnded(uploads: readonly UploadRecord[]): EndedGroup[] {
    const ended: EndedGroup[] = [];
    for (const group of this.#groups) {
      const own = uploads.filter(({ id }) => group.ids.has(id));
      if (own.some(isPending)) continue;
      this.#groups.delete(group);
      const failed = own.filter(({ status }) => status === 'failed');
      ended.push({ completed: group.completed, failed });
    }
    return ended;
  }
}
