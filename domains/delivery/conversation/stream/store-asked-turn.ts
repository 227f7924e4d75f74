import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { ProjectRow } from '../../../code/projects/index.ts'
import type { CycleRow } from '../../cycles/index.ts'
import { presentMessages } from '../present.ts'
import { drivesAgents, storeTurn, type Turn, type TurnInput } from '../turn.ts'
import { type Answerer, answererFor, type AnswerParts, type AnswererUnavailable } from './answerer.ts'
import { type Listener, listenersOf } from './follow-agents.ts'

/** A turn that is stored, and who may answer it. */
export interface AskedTurn {
  readonly turn: Turn
  /** The turn as its author reads it. */
  readonly message: Awaited<ReturnType<typeof presentMessages>>[number]
  readonly cycle: CycleRow
  readonly listeners: readonly Listener[]
  /** Undefined if the message drives no agent, and while agents are at work. */
  readonly answerer: Answerer | AnswererUnavailable | undefined
}

/** Decides with the turn who answers: among repeats of an id, only the request that stores it asks a model. */
export const storeAskedTurn = async (
  tx: Transaction,
  parts: AnswerParts,
  { project, ...input }: TurnInput & { readonly project: ProjectRow },
): Promise<AskedTurn | 'noAgent' | 'idTaken'> => {
  const { cycle, body, level } = input
  const agentId = body.agentId ?? null
  const drives = drivesAgents(level)
  const listeners = drives ? await listenersOf(tx, cycle, agentId) : []
  const answerer = drives && listeners.length === 0 ? await answererFor(tx, parts, project, agentId) : undefined
  const asksModel = answerer !== undefined && 'chosen' in answerer
  const turn = await storeTurn(tx, { ...input, asksModel })
  if (typeof turn === 'string') return turn
  const [message] = await presentMessages(tx, [turn.row])
  return { turn, message: message!, cycle, listeners, answerer }
}
