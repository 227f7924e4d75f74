import type { Vault } from '../crypto/index.ts'
import type { PreparedMail } from './message.ts'
import type { ClaimedMail } from './store.ts'

/** The scope of a data key for mail: the vault asks for a workspace and a project, which a mail need not have. */
export const dataKeyScope = (workspaceId: string | null | undefined) => ({
  workspaceId: workspaceId ?? 'none',
  projectId: 'mail',
  version: 1,
})

/** Seals a mail for its row with a data key of its own; undefined without a root key. */
export const sealMail = (vault: Vault, id: string, workspaceId: string | undefined, prepared: PreparedMail) => {
  if (!vault.available) return undefined
  const { stored, dataKey } = vault.createDataKey(dataKeyScope(workspaceId))
  return { ...stored, sealed: dataKey.seal('mail', id, Buffer.from(JSON.stringify(prepared))) }
}

/** Opens a sealed mail. Throws the vault's error if the row's root key no longer exists, or if the row was changed. */
export const unsealMail = (vault: Vault, { id, workspaceId, rootKeyId, wrapped, sealed }: ClaimedMail) => {
  // The caller has seen that the row is sealed: the three columns are set together.
  const dataKey = vault.openDataKey(dataKeyScope(workspaceId), { rootKeyId: rootKeyId!, wrapped: wrapped! })
  return JSON.parse(dataKey.unseal('mail', id, sealed!).toString()) as PreparedMail
}
