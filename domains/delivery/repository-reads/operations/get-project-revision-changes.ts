import { handle } from '../../../../platform/handler/index.ts'
import { getProjectRevisionChanges } from '../contract.ts'
import type { ReadParts } from '../parts.ts'
import { presentChange, presentRevision } from '../present.ts'
import { inTime } from '../reading.ts'
import { commitsOf, findRevisionPair } from '../revision-sides.ts'
import { changesMost } from '../rules.ts'

export default ({ repositories, log }: ReadParts) =>
  handle(getProjectRevisionChanges, async ({ workspace, params, query, read, signal: left, requestId, fail, ok }) => {
    const asked = { revisionId: params.revisionId, fromId: query.from }
    const found = await inTime(log, { workspace, signal: left, requestId }, async (signal) => {
      const pair = await read((tx) => findRevisionPair(tx, params.id, asked))
      if (typeof pair === 'string') return pair
      const commits = await commitsOf(repositories, pair)
      if (!commits) return 'unreachable'
      const options = { ...commits, maxFiles: changesMost }
      const compared = await repositories.reads.changes(pair.to.repositoryId, options, signal)
      return {
        from: pair.from ? presentRevision(pair.from) : null,
        to: presentRevision(pair.to),
        files: compared.files.map(presentChange),
        truncated: compared.truncated,
      }
    })
    return typeof found === 'string' ? fail[found]() : ok(found)
  })
