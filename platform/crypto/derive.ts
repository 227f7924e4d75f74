import { hkdfSync } from 'node:crypto'
import type { RootKeys } from './root-keys.ts'

/**
 * Secrets for one purpose, 32 bytes each as base64url, one per root key in their order: the same on every process, and
 * none reveals another or its root key (HKDF, RFC 5869, with SHA-256). Empty without a root key.
 */
export const deriveSecrets = (rootKeys: RootKeys | undefined, purpose: string): readonly string[] =>
  (rootKeys ?? []).map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)).toString('base64url'))
