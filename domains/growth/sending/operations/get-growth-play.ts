import { handle } from '../../../../platform/handler/index.ts'
import { getGrowthPlay } from '../contract.ts'
import type { SendingParts } from '../parts.ts'
import { findOutsideFacts, mailboxesOf, missingFor, findPlay } from '../../plays/index.ts'
import { readPlay } from '../read-play.ts'

export default ({ reach }: Pick<SendingParts, 'reach'>) =>
  handle(getGrowthPlay, async ({ workspace, params, read, absent, ok }) => {
    const mailboxes = await read(async (tx) => mailboxesOf(tx, (await findPlay(tx, params.playId)) ?? absent()))
    const outside = await findOutsideFacts(reach, workspace, mailboxes)
    const shown = await read(async (tx) => {
      const play = (await findPlay(tx, params.playId)) ?? absent()
      return { ...(await readPlay(tx, play)), missing: [...(await missingFor(tx, play, outside))] }
    })
    return ok(shown)
  })
