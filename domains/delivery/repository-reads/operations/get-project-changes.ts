import { handle } from '../../../../platform/handler/index.ts'
import { getProjectChanges } from '../contract.ts'
import { liveChangesOf, activeTasksIn } from '../live-changes.ts'
import type { ReadParts } from '../parts.ts'
import { findBranch } from '../find-branch.ts'
import { presentChange } from '../present.ts'
import { inTime } from '../reading.ts'
import { changesMost } from '../rules.ts'
import { sidesOf } from '../sides.ts'

export default ({ repositories, engine, relay, log }: ReadParts) =>
  handle(getProjectChanges, async ({ workspace, params, query, read, signal: left, requestId, fail, ok }) => {
    const found = await inTime(log, { workspace, signal: left, requestId }, async (signal) => {
      const place = await read((tx) => findBranch(tx, params.id, query))
      if (typeof place === 'string') return place
      const sides = await sidesOf({ repositories, read, signal }, place, query.since)
      if (typeof sides === 'string') return sides
      const { repository, branch } = place
      const tasks = await activeTasksIn(read, engine, place)
      const [compared, inFlight] = await Promise.all([
        repositories.reads.changes(repository.id, { ...sides, maxFiles: changesMost }, signal),
        liveChangesOf({ repositories, relay, workspace, signal }, tasks),
      ])
      return {
        source: repository.host,
        repositoryId: repository.id,
        branch,
        baseSha: compared.mergeBase ?? sides.base,
        headSha: sides.head,
        files: compared.files.map(presentChange),
        truncated: compared.truncated,
        inFlight,
      }
    })
    return typeof found === 'string' ? fail[found]() : ok(found)
  })
