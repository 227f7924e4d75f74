import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { deleteProjectSecretFile } from '../contract.ts'
import { removeSecretsAt } from '../store.ts'

export default handle(deleteProjectSecretFile, async ({ tx, params, query, absent, ok }) => {
  const { projectId } = params
  if (!(await lockProject(tx, projectId))) return absent()
  const removed = await removeSecretsAt(tx, projectId, [query.path])
  const wasThere = removed.files + removed.entries > 0
  const metadata = { path: query.path, ...removed }
  const about = { resource: ['project', projectId], within: { projectId }, metadata } as const
  return ok(removed, wasThere ? about : { ...about, repeated: true })
})
