import type { Vault } from '../crypto/index.ts'
import type { Letter } from './message.ts'
import type { ClaimedMail } from './store.ts'

// A data key for each message: the root key wraps it, and neither opens another one.
const placeOf = (workspaceId: string | null | undefined) => ({
  workspaceId: workspaceId ?? 'none',
  projectId: 'mail',
  version: 1,
})

/** Seals a letter for its row; undefined where there is no root key, since it is never kept in clear. */
export const sealLetter = (vault: Vault, id: string, workspaceId: string | undefined, letter: Letter) => {
  if (!vault.available) return undefined
  const { stored, dataKey } = vault.createDataKey(placeOf(workspaceId))
  return { ...stored, sealed: dataKey.seal('mail', id, Buffer.from(JSON.stringify(letter))) }
}

/** Throws what the vault throws where the row's root key is gone, or the row was changed. */
export const openLetter = (vault: Vault, { id, workspaceId, rootKeyId, wrapped, sealed }: ClaimedMail): Letter => {
  const dataKey = vault.openDataKey(placeOf(workspaceId), { rootKeyId: rootKeyId!, wrapped: wrapped! })
  return JSON.parse(dataKey.unseal('mail', id, sealed!).toString()) as Letter
}
