import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { getProjectThreads } from '../contract.ts'
import { threadsOf } from '../threads.ts'

export default handle(getProjectThreads, async ({ tx, params, absent, ok }) => {
  const { id } = (await findProject(tx, params.id)) ?? absent()
  return ok(await threadsOf(tx, id))
})
