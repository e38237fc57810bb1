/** The cache that holds the last shelves of the member: titles and covers. */
export const shelvesCache = 'cellar-shelves';

/** Removes what this browser keeps for the member who has left: the shelves, and the address for push messages. */
export function forgetMember(): void {
  // Nothing is kept where the browser stores nothing.
  const ignore = () => undefined;
  deleteShelves().catch(ignore);
  endPush().catch(ignore);
}

/** Both are missing on plain http. */
async function deleteShelves(): Promise<void> {
  await globalThis.caches?.delete(shelvesCache);
}

/** Ends the messages to this browser. Does nothing if there are none. */
export async function endPush(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
