import { handle } from '../../../../platform/handler/index.ts'
import { getProjectFileContent } from '../contract.ts'
import { readLiveFile, activeTasksIn } from '../live-changes.ts'
import type { ReadParts } from '../parts.ts'
import { findBranch, isReadable } from '../find-branch.ts'
import { presentContent } from '../present.ts'
import { inTime } from '../reading.ts'
import { clashWithTask, contentMostBytes } from '../rules.ts'

export default ({ repositories, engine, relay, log }: ReadParts) =>
  handle(
    getProjectFileContent,
    async ({ workspace, params, query, read, signal: left, requestId, invalid, fail, ok }) => {
      const clash = clashWithTask(query)
      if (clash) return invalid([{ path: clash, message: `Send either taskId or ${clash}.`, rule: 'not' }])
      const { path, taskId } = query
      const found = await inTime(log, { workspace, signal: left, requestId }, async (signal) => {
        const place = await read((tx) => findBranch(tx, params.id, query))
        if (typeof place === 'string') return place
        if (taskId !== undefined) {
          const tasks = await activeTasksIn(read, engine, place)
          const request = { taskId, path, maxBytes: contentMostBytes }
          const live = await readLiveFile({ repositories, relay, workspace, signal }, tasks, 'fileIn', request)
          if (!live) return 'taskUnreadable'
          return live === 'none' ? 'noFile' : presentContent(path, live.content)
        }
        const { repository, head: commit } = place
        if (!(await isReadable(repositories, repository))) return 'unreachable'
        if (!commit) return 'branchGone'
        const options = { commit, path: { path }, maxBytes: contentMostBytes }
        const file = await repositories.reads.file(repository.id, options, signal)
        return file ? presentContent(path, file.content) : 'noFile'
      })
      return typeof found === 'string' ? fail[found]() : ok(found)
    },
  )
