import { handle } from '../../../../platform/handler/index.ts'
import { listProjectImageBuilds } from '../contract.ts'
import { newestImageBuilds } from '../store-image-builds.ts'
import type { ImageBuildRow } from '../tables.ts'

export default handle(listProjectImageBuilds, async ({ tx, params, ok }) =>
  ok((await newestImageBuilds(tx, params.id)).map(present)),
)

const present = ({ projectId: _, repositoryId, usedAt, ...row }: ImageBuildRow) => ({
  ...row,
  repoId: repositoryId,
  lastUsedAt: usedAt,
})
