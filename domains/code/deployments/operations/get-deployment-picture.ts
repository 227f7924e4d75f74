import { handle } from '../../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { getDeploymentPicture } from '../contract.ts'
import { pictureKey } from '../picture-objects.ts'
import { findDeployment } from '../store.ts'
import { findPicture } from '../store-pictures.ts'

export default ({ objects }: { readonly objects: ObjectStore }) =>
  handle(getDeploymentPicture, async ({ read, params, absent, ok }) => {
    const found = await read(async (tx) => {
      const row = await findDeployment(tx, params.id)
      const picture = row && (await findPicture(tx, params.pictureId, row.id))
      return picture && { row, picture }
    })
    if (!found) return absent()
    const opened = (await objects.open(pictureKey(found.row, found.picture.place))) ?? absent()
    return ok(opened.content)
  })
