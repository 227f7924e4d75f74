import { handle } from '../../../../platform/handler/index.ts'
import { deleteProjectSkill } from '../contract.ts'
import { removeSkill } from '../store.ts'

export default handle(deleteProjectSkill, async ({ tx, params: { id, slug }, ok }) => {
  const wasThere = await removeSkill(tx, id, slug)
  const about = {
    resource: ['project', id],
    within: { projectId: id },
    metadata: { slug: slug.slice(0, 100) },
  } as const
  return ok({ deleted: true }, wasThere ? about : { ...about, repeated: true })
})
