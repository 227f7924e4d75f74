import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { streamCycleMessage } from '../contract.ts'
import type { AnswerParts } from '../stream/answerer.ts'
import { storeAskedTurn } from '../stream/store-asked-turn.ts'
import { turnFrames } from '../stream/turn-frames.ts'

export default (parts: AnswerParts) =>
  handle(streamCycleMessage, async ({ params, body, caller, level, workspace, read, commit, signal, fail, absent }) =>
    commit(async ({ tx, now, ok }) => {
      const cycle = (await findCycle(tx, params.id)) ?? absent()
      const project = (await findProject(tx, cycle.projectId)) ?? absent()
      const asked = await storeAskedTurn(tx, parts, { cycle, project, body, caller, level, now })
      if (asked === 'noAgent') return absent()
      if (asked === 'idTaken') return fail.messageIdTaken()
      return ok(turnFrames(parts, { ...asked, caller, workspace, signal, read }), asked.turn.about)
    }),
  )
