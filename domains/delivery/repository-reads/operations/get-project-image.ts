import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { getProjectImage } from '../contract.ts'
import type { ReadParts } from '../parts.ts'
import { findBranch, isReadable } from '../find-branch.ts'
import { isKnownCommit } from '../known-commit.ts'
import { inTime } from '../reading.ts'
import { hasFewPixels, imageMostBytes, rasterOf } from '../rules/images.ts'

export default ({ repositories, log }: Pick<ReadParts, 'repositories' | 'log'>) =>
  handle(getProjectImage, async ({ workspace, params, query, read, signal: left, requestId, invalid, fail, ok }) => {
    if (query.ref !== undefined && query.commit !== undefined)
      return invalid([{ path: 'ref', message: 'Send either commit or ref.', rule: 'not' }])
    const found = await inTime(log, { workspace, signal: left, requestId }, async (signal) => {
      const place = await read((tx) => findBranch(tx, params.id, query))
      if (typeof place === 'string') return place
      const { repository, head } = place
      if (!(await isReadable(repositories, repository))) return 'unreachable'
      const parts = { repositories, read, signal }
      if (query.commit !== undefined && !(await isKnownCommit(parts, repository.id, query.commit))) return 'noCommit'
      const commit = query.commit ?? head
      if (!commit) return 'branchGone'
      const options = { commit, path: { path: query.path }, maxBytes: imageMostBytes }
      return (await repositories.reads.file(repository.id, options, signal)) ?? 'noFile'
    })
    if (typeof found === 'string') return fail[found]()
    const { sha, sizeBytes, content } = found
    if (!content) return fail.tooLarge({ sizeBytes })
    const raster = rasterOf(content) ?? fail.notImage()
    const { mediaType, width, height } = raster
    if (!hasFewPixels(raster)) return fail.tooLarge({ sizeBytes, width, height })
    return ok({ mediaType, etag: sha, content: Readable.from([content]) })
  })
