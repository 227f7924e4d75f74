import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { deleteProjectSecretFile } from '../contract.ts'
import { removeSecretsAt } from '../store.ts'

export default handle(deleteProjectSecretFile, async ({ tx, params, query, absent, ok }) => {
  const { projectId } = params
  if (!(await lockProject(tx, projectId))) return absent()
  const removed = await removeSecretsAt(tx, projectId, [query.path])
  return ok(removed, { resource: ['project', projectId], metadata: { path: query.path, ...removed } })
})
