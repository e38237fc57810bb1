/** The cache that holds the last shelves of the member: texts and covers. */
export const shelvesCache = 'cellar-shelves';

/** Removes what this browser keeps for the member who has left: the shelves, and the address for push messages. */
export function forgetMember(): void {
  // Both are missing on plain http, and refused where the browser stores nothing.
  const ignore = () => undefined;
  globalThis.caches?.delete(shelvesCache).catch(ignore);
  void endPush().catch(ignore);
}

async function endPush(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
