/** Why passkeys can't be used on this page, or undefined. */
export function passkeyObstacle(): 'insecure' | 'address' | 'unsupported' | undefined {
  if (!window.isSecureContext) return 'insecure';
  // They belong to a host name (the specification's RP ID), which an IP address is not.
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) return 'address';
  return 'PublicKeyCredential' in window ? undefined : 'unsupported';
}
