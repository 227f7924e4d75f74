import { RootKeyMissing, VaultUnavailable } from './vault.ts'

/** The result of `open`; undefined if this server has no key for it. Throws SealBroken and all else as `open` does. */
export const openIfKeyed = async <T>(open: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await open()
  } catch (error) {
    if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) return undefined
    throw error
  }
}
