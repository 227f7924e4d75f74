import { handle } from '../../../../platform/handler/index.ts'
import { lockProject, nameOnCodeHost } from '../../projects/index.ts'
import { disconnectProjectRepo } from '../contract.ts'
import { removeLink } from '../store-links.ts'

export default handle(disconnectProjectRepo, async ({ tx, params, fail, absent, ok }) => {
  if (!(await lockProject(tx, params.id))) return absent()
  const link = (await removeLink(tx, params.id)) ?? fail.notConnected()
  await nameOnCodeHost(tx, { projectId: params.id, id: link.repositoryId }, null)
  return ok(
    { message: 'The project is disconnected. What was pushed stays on the code host.' },
    {
      resource: ['repository', link.repositoryId],
      parent: ['project', params.id],
      within: { projectId: params.id },
      metadata: { codeHostId: link.codeHostId },
    },
  )
})
