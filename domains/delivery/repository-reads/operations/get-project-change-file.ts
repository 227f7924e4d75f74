import { handle } from '../../../../platform/handler/index.ts'
import { getProjectChangeFile } from '../contract.ts'
import { readLiveFile, activeTasksIn } from '../live-changes.ts'
import type { ReadParts } from '../parts.ts'
import { findBranch } from '../find-branch.ts'
import { inTime } from '../reading.ts'
import { clashWithTask, patchMostBytes } from '../rules.ts'
import { sidesOf } from '../sides.ts'

export default ({ repositories, engine, relay, log }: ReadParts) =>
  handle(
    getProjectChangeFile,
    async ({ workspace, params, query, read, signal: left, requestId, invalid, fail, ok }) => {
      const clash = clashWithTask(query)
      if (clash) return invalid([{ path: clash, message: `Send either taskId or ${clash}.`, rule: 'not' }])
      const { path, taskId } = query
      const found = await inTime(log, { workspace, signal: left, requestId }, async (signal) => {
        const place = await read((tx) => findBranch(tx, params.id, query))
        if (typeof place === 'string') return place
        if (taskId !== undefined) {
          const tasks = await activeTasksIn(read, engine, place)
          const request = { taskId, path, maxBytes: patchMostBytes }
          const live = await readLiveFile({ repositories, relay, workspace, signal }, tasks, 'patchIn', request)
          if (!live) return 'taskUnreadable'
          return live === 'none' ? 'notChanged' : { binary: live.binary, text: live.content?.toString() }
        }
        const sides = await sidesOf({ repositories, read, signal }, place, query.since)
        if (typeof sides === 'string') return sides
        const options = { ...sides, path: { path }, maxBytes: patchMostBytes }
        return (await repositories.reads.patch(place.repository.id, options, signal)) ?? 'notChanged'
      })
      if (typeof found === 'string') return fail[found]()
      return ok({ path, patch: found.text ?? null, binary: found.binary })
    },
  )
