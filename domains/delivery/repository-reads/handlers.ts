import { Readable } from 'node:stream'
import { namesOfPeople } from '../../../platform/access/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type Context, handle } from '../../../platform/handler/index.ts'
import { type LineCounts, type TreePath, treePathOf } from '../../../execution/repositories/index.ts'
import { decodeLines } from '../../../packages/charsets/index.ts'
import { previewHead } from '../../code/deployments/index.ts'
import type { RepositoryPlace } from '../../code/repository-records/index.ts'
import { revisionBefore, revisionPage, type RevisionRow } from '../../code/revisions/index.ts'
import { newestCycleBranches, proposalsOfCycles } from '../cycles/index.ts'
import { newestTaskBranches } from '../tasks/index.ts'
import { pathFields } from '../workbench/index.ts'
import * as contract from './contract.ts'
import { findBranch, isReadable, type BranchLocation } from './find-branch.ts'
import { listFirstChanges } from './first-changes.ts'
import { readLiveFile, activeTasksIn, liveChangesOf, type ReadParts } from './live-changes.ts'
import { originsOf } from './origins.ts'
import { presentChange, presentContent, presentRevision } from './present.ts'
import { inTime } from './reading.ts'
import { isKnownCommit, type KnownCommitParts, readRevisionPair } from './revision-sides.ts'
import {
  clashWithTask,
  patchMostBytes,
  changesMost,
  contentMostBytes,
  originsMs,
  branchesMost,
  newestFirst,
  previewBranch,
  changedPathsMost,
  commitsMost,
  entriesMost,
  historyPage,
} from './rules.ts'
import { hasFewPixels, imageMostBytes, rasterOf } from './rules/images.ts'

const getProjectChangeFile = ({ repositories, engine, relay, log }: ReadParts) =>
  handle(contract.getProjectChangeFile, async (context) => {
    const { workspace, params, query, read, fail, ok } = context
    const path = askedPath(query, context)
    const { taskId } = query
    const found = await inTime(log, context, async (signal) => {
      const place = await read((tx) => findBranch(tx, params.id, query))
      if (typeof place === 'string') return place
      if (taskId !== undefined) {
        const tasks = await activeTasksIn(read, engine, place)
        const request = { taskId, path, maxBytes: patchMostBytes }
        const live = await readLiveFile({ repositories, relay, workspace, signal }, tasks, 'patchIn', request)
        if (!live) return 'taskUnreadable'
        return live === 'none' ? 'notChanged' : { binary: live.binary, text: live.content && decodeLines(live.content) }
      }
      const sides = await sidesOf({ repositories, read, signal }, place, query.since)
      if (typeof sides === 'string') return sides
      const options = { ...sides, path, maxBytes: patchMostBytes }
      return (await repositories.reads.patch(place.repository.id, options, signal)) ?? 'notChanged'
    })
    if (typeof found === 'string') return fail[found]()
    return ok({ ...pathFields(path), patch: found.text ?? null, binary: found.binary })
  })

const getProjectChanges = ({ repositories, engine, relay, log }: ReadParts) =>
  handle(contract.getProjectChanges, async (context) => {
    const { workspace, params, query, read, fail, ok } = context
    const found = await inTime(log, context, async (signal) => {
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

const getProjectFileContent = ({ repositories, engine, relay, log }: ReadParts) =>
  handle(contract.getProjectFileContent, async (context) => {
    const { workspace, params, query, read, fail, ok } = context
    const path = askedPath(query, context)
    const { taskId } = query
    const found = await inTime(log, context, async (signal) => {
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
      const options = { commit, path, maxBytes: contentMostBytes }
      const file = await repositories.reads.file(repository.id, options, signal)
      if (!file) return 'noFile'
      const shown = presentContent(path, file.content)
      if (query.origins !== true) return shown
      const of = { commit, path: shown.path, timeoutMs: originsMs }
      const lines = shown.content ? await repositories.reads.lineOrigins(repository.id, of, signal) : undefined
      return { ...shown, origins: lines ? await read((tx) => originsOf(tx, params.id, lines)) : null }
    })
    return typeof found === 'string' ? fail[found]() : ok(found)
  })

const getProjectImage = ({ repositories, log }: Pick<ReadParts, 'repositories' | 'log'>) =>
  handle(contract.getProjectImage, async (context) => {
    const { params, query, read, invalid, fail, ok } = context
    if (query.ref !== undefined && query.commit !== undefined)
      return invalid([{ path: 'ref', message: 'Send either commit or ref.', rule: 'not' }])
    const path = askedPath(query, context)
    const found = await inTime(log, context, async (signal) => {
      const place = await read((tx) => findBranch(tx, params.id, query))
      if (typeof place === 'string') return place
      const { repository, head } = place
      if (!(await isReadable(repositories, repository))) return 'unreachable'
      const parts = { repositories, read, signal }
      if (query.commit !== undefined && !(await isKnownCommit(parts, repository.id, query.commit))) return 'noCommit'
      const commit = query.commit ?? head
      if (!commit) return 'branchGone'
      const options = { commit, path, maxBytes: imageMostBytes }
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

const getProjectRevisionChangeFile = ({ repositories, log }: ReadParts) =>
  handle(contract.getProjectRevisionChangeFile, async (context) => {
    const { params, query, read, fail, ok } = context
    const path = askedPath(query, context)
    const found = await inTime(log, context, async (signal) => {
      const pair = await readRevisionPair({ repositories, read }, params, query.from)
      if (typeof pair === 'string') return pair
      const options = { ...pair.commits, path, maxBytes: patchMostBytes }
      return (await repositories.reads.patch(pair.to.repositoryId, options, signal)) ?? 'notChanged'
    })
    if (typeof found === 'string') return fail[found]()
    return ok({ ...pathFields(path), patch: found.text ?? null, binary: found.binary })
  })

const getProjectRevisionChanges = ({ repositories, log }: ReadParts) =>
  handle(contract.getProjectRevisionChanges, async (context) => {
    const { params, query, read, fail, ok } = context
    const found = await inTime(log, context, async (signal) => {
      const pair = await readRevisionPair({ repositories, read }, params, query.from)
      if (typeof pair === 'string') return pair
      const options = { ...pair.commits, maxFiles: changesMost }
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

const listProjectBranches = ({ repositories, log }: ReadParts) =>
  handle(contract.listProjectBranches, async (context) => {
    const { params, query, read, fail, ok } = context
    const found = await inTime(log, context, async () => {
      const place = await read((tx) => findBranch(tx, params.id, { repo: query.repo }))
      if (place === 'noRepository' || place === 'branchGone') return 'noRepository'
      const { repository, isPrimary, defaultHead } = place
      if (repository.host === 'native-repos' && !(await isReadable(repositories, repository))) return 'unreachable'
      const { id: repositoryId, defaultBranch } = repository
      const work = { projectId: params.id, repositoryId, isPrimary }
      const { branches, truncated } = await read((tx) => branchesOfWork(tx, work))
      const preview = await read((tx) => branchOfPreview(tx, work))
      const named = { name: defaultBranch, kind: 'default', headSha: defaultHead ?? null, createdAt: null } as const
      const main = { ...ofNoWork, ...named }
      return { repositoryId, defaultBranch, branches: [main, ...preview, ...branches], truncated }
    })
    return typeof found === 'string' ? fail[found]() : ok(found)
  })

/** The branch of the preview's live deployment; none while nothing is live. */
const branchOfPreview = async (tx: Transaction, at: RepositoryPlace) => {
  const head = await previewHead(tx, at)
  const branch = { ...ofNoWork, name: previewBranch, kind: 'preview' } as const
  return head ? [{ ...branch, headSha: head.commitSha, createdAt: head.liveAt }] : []
}

/** Fields of a branch that belongs to neither a cycle nor a task. */
const ofNoWork = { title: null, cycleId: null, taskId: null }

/** The branches of cycles and tasks, newest first. One more of each is read than is shown, to know if there are more. */
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

const listProjectFiles = ({ repositories, log }: ReadParts) =>
  handle(contract.listProjectFiles, async (context) => {
    const { params, query, read, fail, ok } = context
    const found = await inTime(log, context, async (signal) => {
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

const listProjectHistory = (parts: ReadParts) =>
  handle(contract.listProjectHistory, async (context) => {
    const { params, query, read, next, ok } = context
    const { rows, pairs, proposals, names, after } = await read(async (tx) => {
      const page = await revisionPage(tx, params.id, cursorOf(query.cursor), query.limit ?? historyPage)
      const cycleIds = page.rows.flatMap(({ cycleId }) => cycleId ?? [])
      const made = await proposalsOfCycles(tx, cycleIds)
      const proposers = Array.from(made.values(), ({ createdBy }) => createdBy)
      return {
        rows: page.rows,
        after: page.next,
        pairs: await pairsOf(tx, page.rows),
        proposals: made,
        names: await namesOfPeople(tx, proposers),
      }
    })
    next(after)
    // Lines are a detail of the list, which is answered without them where counting takes too long.
    const counts = await inTime(parts.log, context, (signal) => countLines(parts, pairs, signal))
    return ok(
      rows.map((row) => {
        const proposal = row.cycleId === null ? undefined : proposals.get(row.cycleId)
        const count = typeof counts === 'string' ? undefined : counts.get(row.id)
        return {
          ...presentRevision(row),
          cycleTitle: proposal?.title ?? null,
          author: (proposal && names.get(proposal.createdBy)) ?? null,
          filesChanged: count?.files ?? null,
          additions: count?.additions ?? null,
          deletions: count?.deletions ?? null,
        }
      }),
    )
  })

const pairsOf = async (tx: Transaction, rows: readonly RevisionRow[]) => {
  const last = rows.at(-1)
  const following = last && (await revisionBefore(tx, last))
  const all = [...rows, ...(following ? [following] : [])]
  return rows.flatMap((to, at) => {
    const from = all[at + 1]
    return from?.generation === to.generation - 1 && from.repositoryId === to.repositoryId ? [{ from, to }] : []
  })
}

const countLines = async (
  { repositories }: ReadParts,
  pairs: Awaited<ReturnType<typeof pairsOf>>,
  signal: AbortSignal,
) => {
  const stored = new Map<string, boolean>()
  for (const { to } of pairs)
    if (!stored.has(to.repositoryId)) stored.set(to.repositoryId, await repositories.exists(to.repositoryId))
  const counts = new Map<string, LineCounts>()
  for (const { from, to } of pairs) {
    signal.throwIfAborted()
    if (!stored.get(to.repositoryId)) continue
    const options = { before: from.commitSha, after: to.commitSha, maxFiles: changesMost }
    const count = await repositories.reads.lineCounts(to.repositoryId, options, signal)
    if (!count.truncated) counts.set(to.id, count)
  }
  return counts
}

export default (parts: ReadParts) => ({
  listFirstChanges: listFirstChanges(parts),
  listProjectBranches: listProjectBranches(parts),
  getProjectChanges: getProjectChanges(parts),
  getProjectChangeFile: getProjectChangeFile(parts),
  listProjectFiles: listProjectFiles(parts),
  getProjectFileContent: getProjectFileContent(parts),
  getProjectImage: getProjectImage(parts),
  listProjectHistory: listProjectHistory(parts),
  getProjectRevisionChanges: getProjectRevisionChanges(parts),
  getProjectRevisionChangeFile: getProjectRevisionChangeFile(parts),
})

/** The file that a query names, by its text or by its bytes; refuses none and both, and a branch beside a task. */
const askedPath = (
  query: Partial<Record<'path' | 'pathBase64' | 'taskId' | 'ref' | 'since', string | undefined>>,
  { invalid }: Pick<Context<typeof contract.getProjectChangeFile>, 'invalid'>,
): TreePath => {
  const clash = clashWithTask(query)
  if (clash) return invalid([{ path: clash, message: `Send either taskId or ${clash}.`, rule: 'not' }])
  const { path, pathBase64 } = query
  if ((path === undefined) === (pathBase64 === undefined))
    return invalid([{ path: 'path', message: 'Send either path or pathBase64.', rule: 'required' }])
  return path === undefined ? treePathOf(Buffer.from(pathBase64!, 'base64')) : { path }
}

/** The two commits that a request compares: the head of its branch with that of the default branch, or with `since`. */
const sidesOf = async (
  parts: KnownCommitParts,
  { repository, head, defaultHead }: BranchLocation,
  since: string | undefined,
) => {
  if (!(await isReadable(parts.repositories, repository))) return 'unreachable'
  if (!head) return 'branchGone'
  if (since !== undefined && !(await isKnownCommit(parts, repository.id, since))) return 'unknownSince'
  const base = since ?? defaultHead
  return base ? { base, head } : 'branchGone'
}
