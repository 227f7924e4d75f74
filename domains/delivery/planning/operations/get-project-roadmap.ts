import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { getProjectRoadmap } from '../contract.ts'
import { presentRoadmap } from '../project-run/present-roadmap.ts'

export default (engine: Engine) =>
  handle(getProjectRoadmap, async ({ tx, params, caller, ok }) =>
    ok(await presentRoadmap(engine, tx, params.id, caller)),
  )
