/** Whether this browser reads and writes passkeys as JSON. */
export const hasPasskeys = 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
