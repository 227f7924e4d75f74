import { handle } from '../../../../platform/handler/index.ts'
import { deleteProjectToolServer } from '../contract.ts'
import { removeToolServer } from '../store.ts'

export default handle(deleteProjectToolServer, async ({ tx, params: { id, name }, ok }) => {
  const wasThere = await removeToolServer(tx, id, name)
  const about = {
    resource: ['project', id],
    within: { projectId: id },
    metadata: { name: name.slice(0, 100) },
  } as const
  return ok({ deleted: true }, wasThere ? about : { ...about, repeated: true })
})
