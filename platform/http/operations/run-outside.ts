import { isAudited } from '../../contract/action.ts'
import { callHandler, type AnyCommit } from '../../handler/handler.ts'
import type { ReplyValue } from '../../handler/reply.ts'
import type { Transaction } from '../../db/transaction.ts'
import { contextOf, type Run } from './context.ts'
import {
  checkForm,
  decideAccess,
  decideChange,
  decideReach,
  principalOf,
  refuseArchived,
  type AccessInput,
  type Decided,
} from '../access/decide-access.ts'
import { recordEffect } from './run-inside.ts'

/** Runs a handler outside any transaction: it opens short ones itself, to read and to record its effect. */
export const runOutside = (run: Run): Promise<ReplyValue> =>
  run.request.workspaceId === undefined ? runAmongPeople(run) : runInWorkspace(run, run.request.workspaceId)

const runAmongPeople = (run: Run): Promise<ReplyValue> => {
  const { handler, request, replies } = run
  const context = contextOf(run, { caller: principalOf(request), level: undefined, now: run.parts.database.now() })
  if (!isAudited(handler.operation)) return callHandler(handler, { ...context, ...replies })
  return callHandler(handler, { ...context, commitIn: (workspace, work) => commitIn(run, workspace, work) })
}

const runInWorkspace = async (run: Run, workspace: string): Promise<ReplyValue> => {
  const { handler, request, parts, replies } = run
  const { decided, before } = await decideFirst(run, workspace)
  if (before) return before
  const asking = askingOf(run)
  const { caller, level } = decided
  const context = contextOf(run, { caller, level, now: parts.database.now() })
  const isChange = isAudited(handler.operation)
  // Decided at each read: a stream stays open for long, and access may be revoked while it is.
  const read = <T>(work: (tx: Transaction) => Promise<T>) =>
    parts.database.reading(workspace, async (tx) => {
      await (isChange ? decideChange(tx, asking) : decideAccess(tx, asking, request.caller))
      return work(tx)
    })
  if (!isChange) return callHandler(handler, { ...context, ...replies, read })
  return callHandler(handler, { ...context, read, commit: (work) => commitIn(run, workspace, work) })
}

/** Decides access before the effect, and locks the key of an effect that may be repeated. */
const decideFirst = async (run: Run, workspace: string): Promise<{ decided: Decided; before?: ReplyValue }> => {
  const { handler, request, parts, replay } = run
  const asking = askingOf(run)
  if (!replay && !handler.operation.access.on) {
    checkForm(handler.operation, request)
    return { decided: { caller: principalOf(request), level: undefined } }
  }
  if (!replay) {
    const reached = await parts.database.reading(workspace, async (tx) => {
      const found = await decideReach(tx, asking)
      await refuseArchived(tx, asking.operation, found, { held: false })
      return found
    })
    return { decided: { caller: principalOf(request), ...reached } }
  }
  return parts.database.within(workspace, async (tx) => {
    const decided = await decideChange(tx, asking)
    const before = await replay.claim(tx)
    if (!before) await refuseArchived(tx, asking.operation, decided, { held: false })
    return { decided, ...(before && { before }) }
  })
}

/** Decides access again, at the time when the effect is recorded. */
const commitIn = (run: Run, workspace: string, work: AnyCommit): Promise<ReplyValue> => {
  const { handler, request, parts, replay, replies } = run
  return parts.database.within(workspace, async (tx) => {
    const { caller, ...reached } = await decideChange(tx, askingOf(run))
    await refuseArchived(tx, handler.operation, reached, { held: true })
    const value = await work({ ...replies, tx, now: await tx.now() })
    recordEffect(tx, handler.operation, request, caller, value)
    return replay ? replay.store(tx, value) : value
  })
}

const askingOf = ({ handler: { operation }, request, parts: { resources } }: Run): AccessInput => ({
  operation,
  request,
  resources,
})
