import { handle } from '../../../../platform/handler/index.ts'
import { getGrowthPlay } from '../contract.ts'
import { readPlay } from '../read-play.ts'
import { findPlay } from '../store.ts'

export default handle(getGrowthPlay, async ({ tx, params, absent, ok }) =>
  ok(await readPlay(tx, (await findPlay(tx, params.playId)) ?? absent())),
)
