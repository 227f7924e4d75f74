import { newest } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { messagePage } from '../store-cycle.ts'
import { sendCycleMessage } from '../contract.ts'
import { presentMessages } from '../present.ts'
import { storeTurn } from '../turn.ts'

const shownMost = 100

export default handle(sendCycleMessage, async ({ tx, params, body, caller, level, now, fail, absent, ok }) => {
  const cycle = (await findCycle(tx, params.id)) ?? absent()
  const turn = await storeTurn(tx, { cycle, body, caller, level, now })
  if (turn === 'noAgent') return absent()
  if (turn === 'idTaken') return fail.messageIdTaken()
  const { agentId } = turn.row
  const { rows } = await messagePage(tx, cycle.id, { agentId, before: newest, limit: shownMost })
  const [message] = await presentMessages(tx, [turn.row])
  return ok({ message: message!, messages: await presentMessages(tx, rows) }, turn.about)
})
