import { CodeHostFailure, createHook } from '../../../execution/code-hosts/index.ts'
import { newLinkToken } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Turn } from '../../../platform/jobs/index.ts'
import { atItsName, findConnectedHead, keyMissing } from './connected-head.ts'
import type { SyncParts } from './parts.ts'
import { findCodeHost, setHookOnce, lockCodeHost } from './store.ts'
import { failHook, settleHook, type DueProject } from './store-links.ts'
import { openedHook, sealedHook, type HookKeys } from './token.ts'
import { retryPauseMs } from '../../../platform/waiting/index.ts'

/** The path to which a host sends the webhooks of a connection. */
export const hookPath = (token: string): string => `/v1/api/code-hosts/deliveries/${token}`

/** Makes a webhook at the host of a project. Until it does, open pull requests are looked at every minute. */
export const makeHook = async (
  parts: SyncParts,
  { workspaceId, projectId }: DueProject,
  { signal }: Turn,
): Promise<void> => {
  const within = <T>(work: (tx: Transaction) => Promise<T>) => parts.database.within(workspaceId, work)
  const connected = await within((tx) => findConnectedHead(tx, parts.vault, projectId))
  if (!connected) return
  try {
    if (typeof connected === 'string') throw new CodeHostFailure('token', keyMissing)
    const { link } = connected
    const { token, secret } = await within((tx) => hookKeysOf(parts, tx, link.codeHostId))
    const hook = { url: parts.linkTo(hookPath(token)), secret }
    const hookId = await atItsName({ ...parts, within, signal }, connected, ({ access: host, fullName }) =>
      createHook({ fetcher: parts.fetcher, host, fullName, signal }, hook),
    )
    await within((tx) => settleHook(tx, { projectId, codeHostId: link.codeHostId, hookId }))
  } catch (error) {
    if (!(error instanceof CodeHostFailure) || signal.aborted) throw error
    const attempts = typeof connected === 'string' ? 1 : connected.link.hookAttempts + 1
    await within(async (tx) => {
      const nextAt = new Date((await tx.now()).getTime() + pauseAfter(error, attempts))
      await failHook(tx, { projectId, attempts, nextAt, error: error.message.slice(0, 1_000) })
    })
  }
}

/** The address and the secret of a connection's webhooks, made when they are first needed. */
const hookKeysOf = async ({ vault }: SyncParts, tx: Transaction, codeHostId: string): Promise<HookKeys> => {
  await lockCodeHost(tx, codeHostId)
  const row = await findCodeHost(tx, codeHostId)
  if (!row) throw new CodeHostFailure('absent', 'The connection to the code host is gone.')
  const before = await openedHook(tx, vault, row)
  if (before) return before
  const { token, tokenHash } = newLinkToken()
  const keys = { token, secret: newLinkToken().token }
  const sealed = await sealedHook(tx, vault, codeHostId, keys)
  await setHookOnce(tx, { id: codeHostId, hookTokenHash: tokenHash, ...sealed })
  return keys
}

/** How long after a failed exchange the next one waits: as long as the host asks for, and longer with each failure. */
export const pauseAfter = (error: unknown, attempts: number): number =>
  Math.max(retryPauseMs(attempts), error instanceof CodeHostFailure ? (error.waitMs ?? 0) : 0)
