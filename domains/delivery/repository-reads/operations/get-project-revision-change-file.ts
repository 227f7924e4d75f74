import { handle } from '../../../../platform/handler/index.ts'
import { getProjectRevisionChangeFile } from '../contract.ts'
import type { ReadParts } from '../parts.ts'
import { inTime } from '../reading.ts'
import { commitsOf, findRevisionPair } from '../revision-sides.ts'
import { patchMostBytes } from '../rules.ts'

export default ({ repositories, log }: ReadParts) =>
  handle(
    getProjectRevisionChangeFile,
    async ({ workspace, params, query, read, signal: left, requestId, fail, ok }) => {
      const { path, from: fromId } = query
      const asked = { revisionId: params.revisionId, fromId }
      const found = await inTime(log, { workspace, signal: left, requestId }, async (signal) => {
        const pair = await read((tx) => findRevisionPair(tx, params.id, asked))
        if (typeof pair === 'string') return pair
        const commits = await commitsOf(repositories, pair)
        if (!commits) return 'unreachable'
        const options = { ...commits, path: { path }, maxBytes: patchMostBytes }
        return (await repositories.reads.patch(pair.to.repositoryId, options, signal)) ?? 'notChanged'
      })
      if (typeof found === 'string') return fail[found]()
      return ok({ path, patch: found.text ?? null, binary: found.binary })
    },
  )
