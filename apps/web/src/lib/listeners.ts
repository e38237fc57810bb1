// Who wants to be told of something. Used by the engines, which know no React.

export class Listeners<Event = void> {
  #all = new Set<(event: Event) => void>();

  /** Returns what ends it. */
  add = (listener: (event: Event) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  call(event: Event): void {
    for (const listener of [...this.#all]) listener(event);
  }
}
