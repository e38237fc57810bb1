// Notifies listeners, independent of React.
export class Listeners<Event = void> {
  #all = new Set<(event: Event) => void>();

  /** Adds a listener. Returns a function that removes it. */
  add = (listener: (event: Event) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  call(event: Event): void {
    for (const listener of [...this.#all]) listener(event);
  }
}

/** A value that can be observed: `useSyncExternalStore(value.subscribe, value.get)`. */
export class Observable<Value> {
  #value: Value;
  #changes = new Listeners();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  set(value: Value): void {
    this.#value = value;
    this.#changes.call();
  }

  /** Calls the listener after every change. Returns a function that unsubscribes it. */
  subscribe = this.#changes.add;
}
