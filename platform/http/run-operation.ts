import type { FastifyRequest } from 'fastify'
import { refuse } from '../refusal/refuse.ts'
import type { Handler } from '../handler/handler.ts'
import type { Operation } from '../contract/operation.ts'
import { openTurns, pools } from '../waiting/index.ts'
import type { ReplyValue } from '../handler/reply.ts'
import { outcomesOf } from './outcomes.ts'
import { replayOf } from './replays.ts'
import type { Run, RunParts } from './run.ts'
import { runInside } from './run-inside.ts'
import { runOutside } from './run-outside.ts'
import { runPublic } from './run-public.ts'

const heavyTurns = openTurns(pools.heavyOperations.total)
const heavyOfWorkspace = { runningMax: pools.heavyOperations.workspace, waitingMax: 200, waitMs: 5_000 }

const inHeavyTurn = async <T>(workspace: string, work: () => Promise<T>): Promise<T> => {
  const end = await heavyTurns.take({ key: workspace, ...heavyOfWorkspace })
  return work().finally(end)
}

type Incoming = Pick<Run, 'request' | 'reply' | 'signal'>

/** Runs a handler where its declaration says: for everybody, inside a transaction, or outside of one. */
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
