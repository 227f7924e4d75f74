import { handle } from '../../../../platform/handler/index.ts'
import { listDeploymentPictures } from '../contract.ts'
import { presentPicture } from '../present-pictures.ts'
import { findDeployment } from '../store.ts'
import { picturedBefore, picturesOf } from '../store-pictures.ts'

export default handle(listDeploymentPictures, async ({ tx, params, absent, ok }) => {
  const row = (await findDeployment(tx, params.id)) ?? absent()
  const before = await picturedBefore(tx, row)
  return ok({
    deploymentId: row.id,
    commitSha: row.commitSha,
    state: row.picturesState,
    pictures: (await picturesOf(tx, row.id)).map(presentPicture),
    before: before
      ? {
          deploymentId: before.id,
          commitSha: before.commitSha,
          createdAt: before.createdAt,
          pictures: (await picturesOf(tx, before.id)).map(presentPicture),
        }
      : null,
  })
})
