import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { streamCycleMessage } from '../contract.ts'
import { presentMessages } from '../present.ts'
import { type AnswerParts, answererFor } from '../stream/answerer.ts'
import { listenersOf } from '../stream/follow-agents.ts'
import { turnFrames } from '../stream/turn-frames.ts'
import { drivesAgents, storeTurn } from '../turn.ts'

/** Who answers is decided with the turn, so that of many requests under one id the one that stores it asks a model. */
export default (parts: AnswerParts) =>
  handle(streamCycleMessage, async ({ params, body, caller, level, workspace, read, commit, signal, fail, absent }) =>
    commit(async ({ tx, now, ok }) => {
      const cycle = (await findCycle(tx, params.id)) ?? absent()
      const project = (await findProject(tx, cycle.projectId)) ?? absent()
      const agentId = body.agentId?.toLowerCase() ?? null
      const drives = drivesAgents(level)
      const listeners = drives ? await listenersOf(tx, cycle, agentId) : []
      const answerer = drives && listeners.length === 0 ? await answererFor(tx, parts, project, agentId) : undefined
      const asksModel = answerer !== undefined && 'chosen' in answerer
      const turn = await storeTurn(tx, { cycle, body, caller, level, now, asksModel })
      if (turn === 'noAgent') return absent()
      if (turn === 'idTaken') return fail.messageIdTaken()
      const [message] = await presentMessages(tx, [turn.row])
      const streamed = { turn, message: message!, cycle, listeners, answerer, caller, workspace, signal, read }
      return ok(turnFrames(parts, streamed), turn.about)
    }),
  )
