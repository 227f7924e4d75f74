import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { previewHead } from '../../../code/deployments/index.ts'
import type { RepositoryPlace } from '../../../code/repository-records/index.ts'
import { newestCycleBranches } from '../../cycles/index.ts'
import { newestTaskBranches } from '../../tasks/index.ts'
import { listProjectBranches } from '../contract.ts'
import type { ReadParts } from '../parts.ts'
import { findBranch, isReadable } from '../find-branch.ts'
import { inTime } from '../reading.ts'
import { branchesMost, newestFirst, previewBranch } from '../rules.ts'

export default ({ repositories, log }: ReadParts) =>
  handle(listProjectBranches, async ({ workspace, params, query, read, signal, requestId, fail, ok }) => {
    const found = await inTime(log, { workspace, signal, requestId }, async () => {
      const place = await read((tx) => findBranch(tx, params.id, { repo: query.repo }))
      if (place === 'noRepository' || place === 'branchGone') return 'noRepository'
      const { repository, isPrimary, defaultHead } = place
      if (repository.host === 'native-repos' && !(await isReadable(repositories, repository))) return 'unreachable'
      const { id: repositoryId, defaultBranch } = repository
      const work = { projectId: params.id, repositoryId, isPrimary }
      const { branches, truncated } = await read((tx) => branchesOfWork(tx, work))
      const preview = await read((tx) => branchOfPreview(tx, work))
      const first = { name: defaultBranch, kind: 'default' as const, title: null, cycleId: null, taskId: null }
      const main = { ...first, headSha: defaultHead ?? null, createdAt: null }
      return { repositoryId, defaultBranch, branches: [main, ...preview, ...branches], truncated }
    })
    return typeof found === 'string' ? fail[found]() : ok(found)
  })

/** The branch of what the preview of the project serves; none while it serves nothing. */
const branchOfPreview = async (tx: Transaction, at: RepositoryPlace) => {
  const head = await previewHead(tx, at)
  const first = { name: previewBranch, kind: 'preview' as const, title: null, cycleId: null, taskId: null }
  return head ? [{ ...first, headSha: head.commitSha, createdAt: head.liveAt }] : []
}

/** The branches of cycles and of tasks; of each one more is read than is shown of both together. */
const branchesOfWork = async (tx: Transaction, at: RepositoryPlace) => {
  const most = branchesMost + 1
  const ofCycles = (await newestCycleBranches(tx, at, most)).map(({ id, ...branch }) => ({
    ...branch,
    kind: 'cycle' as const,
    cycleId: id,
    taskId: null,
  }))
  const ofTasks = (await newestTaskBranches(tx, at, most)).map(({ id, ...branch }) => ({
    ...branch,
    kind: 'task' as const,
    taskId: id,
  }))
  const all = newestFirst([...ofTasks, ...ofCycles])
  return { branches: all.slice(0, branchesMost), truncated: all.length > branchesMost }
}
