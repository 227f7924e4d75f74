import { v7 as uuidv7 } from 'uuid'
import { emptyManifest, type Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NewProject } from '../../domain.ts'
import { attachRepository, recordPacks, recordRefs } from '../repository-records/index.ts'
import { advanceHead } from './advance-head.ts'

const branch = 'main'

/**
 * Makes an empty repository on Atelier's own host with a root commit without files, which is the project's first
 * revision. Where the transaction fails, the sweeps remove what was made.
 */
export const beginHistory = async (
  repositories: Pick<Repositories, 'create'>,
  tx: Transaction,
  { id: projectId, createdAt: now }: NewProject,
): Promise<void> => {
  const repositoryId = uuidv7()
  const added = { id: repositoryId, projectId, host: 'native-repos', defaultBranch: branch, attached: false } as const
  await attachRepository(tx, { ...added, primary: true, now })
  const root = { message: 'Begin the project', at: now, key: `create-project ${projectId}` }
  const { commitSha, packs } = await repositories.create({ workspace: tx.workspace!, repositoryId }, root)
  await recordPacks(tx, repositoryId, packs)
  await recordRefs(tx, repositoryId, [{ name: `refs/heads/${branch}`, sha: commitSha }])
  const { canonical, manifestSha256 } = emptyManifest(commitSha)
  const place = { projectId, repositoryId, branch, commitSha }
  await advanceHead(tx, { ...place, manifest: Buffer.from(canonical), manifestSha256, source: 'created', now })
}
