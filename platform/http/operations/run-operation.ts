import type { FastifyRequest } from 'fastify'
import { refuse } from '../../refusal/refusal.ts'
import { type Handler, callHandler } from '../../handler/handler.ts'
import type { Operation } from '../../contract/operation.ts'
import { openTurns, pools } from '../../waiting/index.ts'
import type { ReplyValue } from '../../handler/reply.ts'
import { outcomesOf } from './outcomes.ts'
import { replayOf } from './replays.ts'
import { type Run, type RunParts, contextOf } from './context.ts'
import { runInside } from './run-inside.ts'
import { runOutside } from './run-outside.ts'
import { checkForm } from '../access/decide-access.ts'

const nobody = { caller: undefined, level: undefined }

/** Runs a handler for everybody: there is no caller, and nothing to decide or to record. */
const runPublic = async (run: Run): Promise<ReplyValue> => {
  const { handler, request, parts, replies } = run
  const { workspaceId } = request
  checkForm(handler.operation, request)
  if (workspaceId === undefined) {
    return callHandler(handler, { ...contextOf(run, { ...nobody, now: parts.database.now() }), ...replies })
  }
  const open = handler.operation.method === 'GET' ? parts.database.reading : parts.database.within
  return open(workspaceId, async (tx) =>
    callHandler(handler, { ...contextOf(run, { ...nobody, now: await tx.now() }), ...replies, tx }),
  )
}

const heavyTurns = openTurns(pools.heavyOperations.total)
const heavyOfWorkspace = { runningMax: pools.heavyOperations.workspace, waitingMax: 200, waitMs: 5_000 }

const inHeavyTurn = async <T>(workspace: string, work: () => Promise<T>): Promise<T> => {
  const end = await heavyTurns.take({ key: workspace, ...heavyOfWorkspace })
  return work().finally(end)
}

type Incoming = Pick<Run, 'request' | 'reply' | 'signal'>

/** Runs a handler as declared: for everybody, inside a transaction, or outside a transaction. */
export const operationRunner = (handler: Handler, parts: RunParts): ((incoming: Incoming) => Promise<ReplyValue>) => {
  const { operation } = handler
  const offered = outcomesOf(operation)
  const run = runnerOf(operation)
  return async ({ request, reply, signal }) => {
    if (hasNulInPath(request)) refuse('absent')
    if (request.validationError && (operation.method !== 'GET' || !request.workspaceId)) throw request.validationError
    const replay = replayOf(operation, request, reply, parts.database)
    const runNow = () => run({ ...offered, handler, request, reply, signal, parts, replay })
    const work = () => (operation.heavy && request.workspaceId ? inHeavyTurn(request.workspaceId, runNow) : runNow())
    return replay ? replay.inTurn(work) : work()
  }
}

const runnerOf = ({ access, effect }: Operation): ((run: Run) => Promise<ReplyValue>) => {
  if (access.who === 'public') return runPublic
  return effect === 'outside' ? runOutside : runInside
}

/** PostgreSQL keeps a NUL in no text, so no resource has such a name. */
const hasNulInPath = ({ params }: FastifyRequest) =>
  Object.values(params as Readonly<Record<string, string>>).some((value) => value.includes('\u0000'))
