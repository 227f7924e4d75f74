import { v7 as uuidv7 } from 'uuid'
import { type Caller, isAgency, reaches, type Role } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Level } from '../../../platform/contract/access.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import { findAgent } from '../../agents/agents/index.ts'
import { queueHostComment } from '../../code/code-hosts/index.ts'
import { aboutCycle, type CycleRow } from '../cycles/index.ts'
import { addMessage } from './store.ts'
import type { AuthorSide, Pin } from './rules.ts'
import type { MessageRow } from './tables.ts'
import type { CycleMessage } from './contract/cycle.ts'

export interface TurnInput {
  readonly cycle: CycleRow
  readonly body: Static<typeof CycleMessage>
  readonly caller: Pick<Caller, 'role' | 'userId'>
  readonly level: Level | undefined
  readonly now: Date
  /** Whether a model is to be asked if the message drives agents. */
  readonly asksModel?: boolean
  /** The place in a preview that it is about. */
  readonly pin?: Pin
}

/** The stored message; `about` is for the audit row. */
export interface Turn {
  readonly row: MessageRow
  readonly isRepeated: boolean
  readonly about: Subject
}

/** The side of a person who writes. */
export const sideOf = (role: Role): AuthorSide => (isAgency(role) ? 'agency' : 'client')

/** True if this caller's messages drive agents. */
export const drivesAgents = (level: Level | undefined): boolean => level !== undefined && reaches(level, 'steer')

/** Stores a person's message in a cycle's conversation, or in an agent's thread of it. */
export const storeTurn = async (
  tx: Transaction,
  { cycle, body, caller, level, now, asksModel = false, pin }: TurnInput,
): Promise<Turn | 'noAgent' | 'idTaken'> => {
  const { id: cycleId, projectId } = cycle
  const agentId = body.agentId ?? null
  const agent = agentId === null ? undefined : await findAgent(tx, agentId)
  if (agentId !== null && (!agent || (agent.projectId ?? projectId) !== projectId)) return 'noAgent'
  const id = body.messageId ?? uuidv7()
  const authorSide = sideOf(caller.role)
  const drives = drivesAgents(level)
  const added = await addMessage(tx, {
    id,
    projectId,
    cycleId,
    agentId,
    content: body.content,
    createdBy: caller.userId,
    authorSide,
    drives,
    asksModel: drives && asksModel,
    now,
    ...(pin && { pin }),
  })
  if (!added) return 'idTaken'
  // Reviewers at the code host read the agency's comments about the change, and not its client's.
  if (!added.isRepeated && authorSide === 'agency')
    await queueHostComment(tx, { cycleId, commentId: id, body: body.content, now })
  const about: Subject = {
    ...aboutCycle(cycle, { authorSide, drives }),
    resource: ['cycle_message', id],
    parent: ['cycle', cycleId],
    ...(added.isRepeated && { repeated: true }),
  }
  return { ...added, about }
}
