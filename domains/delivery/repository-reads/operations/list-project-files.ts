import { handle } from '../../../../platform/handler/index.ts'
import { listProjectFiles } from '../contract.ts'
import type { ReadParts } from '../parts.ts'
import { findBranch, isReadable } from '../find-branch.ts'
import { inTime } from '../reading.ts'
import { changedPathsMost, commitsMost, entriesMost } from '../rules.ts'

export default ({ repositories, log }: ReadParts) =>
  handle(listProjectFiles, async ({ workspace, params, query, read, signal: left, requestId, fail, ok }) => {
    const found = await inTime(log, { workspace, signal: left, requestId }, async (signal) => {
      const place = await read((tx) => findBranch(tx, params.id, query))
      if (typeof place === 'string') return place
      const { repository, branch, head: commit } = place
      if (!(await isReadable(repositories, repository))) return 'unreachable'
      if (!commit) return 'branchGone'
      const { reads } = repositories
      const [listed, changes] = await Promise.all([
        reads.files(repository.id, { commit, maxFiles: entriesMost }, signal),
        reads.lastChanges(repository.id, { commit, maxCommits: commitsMost, maxPaths: changedPathsMost }, signal),
      ])
      const shown = new Set(listed.paths)
      const lastChanges = changes
        .map(({ paths, ...change }) => ({ ...change, files: paths.filter((path) => shown.has(path)) }))
        .filter(({ files }) => files.length > 0)
      return { branch, commitSha: commit, files: [...listed.paths], lastChanges, truncated: listed.truncated }
    })
    return typeof found === 'string' ? fail[found]() : ok(found)
  })
