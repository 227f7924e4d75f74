import { handle } from '../../../../platform/handler/index.ts'
import { listProjectEnvironments } from '../contract.ts'
import { presentEnvironment } from '../present.ts'
import { environmentsOf } from '../store.ts'

export default handle(listProjectEnvironments, async ({ tx, params, ok }) =>
  ok((await environmentsOf(tx, params.projectId)).map(presentEnvironment)),
)
