import type { Static } from '../../../platform/contract/index.ts'
import type { DeploymentPicture } from './contract.ts'
import type { DeploymentPictureRow } from './tables.ts'

export const presentPicture = (row: DeploymentPictureRow): Static<typeof DeploymentPicture> => ({
  id: row.id,
  path: row.path,
  form: row.form,
  width: row.width,
  height: row.height,
  httpStatus: row.httpStatus,
  takenAt: row.takenAt,
})
