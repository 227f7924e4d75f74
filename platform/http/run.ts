import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResourceKinds } from '../access/index.ts'
import type { CountRows, Handler } from '../handler/handler.ts'
import type { Database } from '../db/database.ts'
import type { Outcomes } from './outcomes.ts'
import type { Replay } from './replays.ts'

export interface RunParts {
  readonly database: Database
  readonly resources: ResourceKinds
}

/** One request on its way through its operation's handler. */
export interface Run extends Outcomes {
  readonly handler: Handler
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Aborts when the caller has gone before the reply was complete. */
  readonly signal: AbortSignal
  readonly parts: RunParts
  readonly replay: Replay | undefined
  /** Counts the list of which this is one page of several. */
  count?: CountRows | undefined
}
