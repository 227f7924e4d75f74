import type { ConfinedGit } from '../confined-git.ts'
import { entriesAt, type FileRequest, readBlobs } from './blobs.ts'
import { isReachable } from '../commits/commits.ts'
import { changedFiles, compare, emptyTree } from './compare.ts'
import { filePatch, hiddenChanges } from './file-patch.ts'
import { ignoredAt, ignoredBy, isRules, rulePathsOf } from '../worktrees/ignored.ts'
import { bytesOf, forbiddenPath, treePathOf } from '../paths.ts'
import type { CompareOptions, Comparison } from './changed-file.ts'
import { lastChangesOf } from './last-changes.ts'
import { lineOriginsOf } from './line-origins.ts'
import type { LineCountsOptions, ListedFiles, RepositoryReads } from './repository-reads.ts'
import type { RepositoryCache } from '../packs/repository-cache.ts'
import { firstFilesOf, plainPaths, type TreeEntry } from './tree.ts'
import { workFactsOf } from './work-facts.ts'
import { liveReads } from '../worktrees/worktree-reads.ts'

export const openReads = (cache: Pick<RepositoryCache, 'holding'>, confined: ConfinedGit): RepositoryReads => {
  const { holding } = cache
  return {
    isReachable: (id, sha, from, signal) => holding(id, (at) => isReachable(at, sha, from, signal), signal),
    changes: (id, options, signal) => holding(id, (at) => changes(at, options, signal), signal),
    lineCounts: (id, options, signal) => holding(id, (at) => lineCounts(at, options, signal), signal),
    patch: (id, options, signal) => holding(id, (at) => filePatch(at, options, signal), signal),
    files: (id, options, signal) => holding(id, (at) => listFiles(at, options, signal), signal),
    lastChanges: (id, options, signal) => holding(id, (at) => lastChangesOf(at, options, signal), signal),
    workFacts: (id, commit, signal) => holding(id, (at) => workFactsOf(at, commit, signal), signal),
    lineOrigins: (id, options, signal) => holding(id, (at) => lineOriginsOf(at, options, signal), signal),
    file: (id, options, signal) => holding(id, (at) => plainFile(at, options, signal), signal),
    ...liveReads(cache, confined),
  }
}

const changes = async (gitDir: string, options: CompareOptions, signal?: AbortSignal): Promise<Comparison> => {
  const compared = await compare(gitDir, options, signal)
  const sides = compared.files.map(({ from, modeBefore, modeAfter, ...path }) => ({
    path: bytesOf(path),
    from: from && bytesOf(from),
    modeBefore,
    modeAfter,
  }))
  const between = { since: compared.mergeBase ?? emptyTree, head: options.head }
  const hidden = await hiddenChanges(gitDir, between, sides, signal)
  return { ...compared, files: compared.files.filter((_, at) => !hidden.has(sides[at]!.path.toString('latin1'))) }
}

const lineCounts = async (gitDir: string, { before, after, maxFiles }: LineCountsOptions, signal?: AbortSignal) => {
  const differing = await changedFiles(gitDir, before, after, maxFiles + 1, signal)
  const files = differing.slice(0, maxFiles)
  return {
    files: files.length,
    additions: files.reduce((sum, file) => sum + (file.additions ?? 0), 0),
    deletions: files.reduce((sum, file) => sum + (file.deletions ?? 0), 0),
    truncated: differing.length > maxFiles,
  }
}

const listFiles = async (
  gitDir: string,
  { commit, maxFiles }: { readonly commit: string; readonly maxFiles: number },
  signal?: AbortSignal,
): Promise<ListedFiles> => {
  const { entries, cutAt } = await firstFilesOf(gitDir, commit, { maxFiles, signal })
  const rules = entries.filter(isRules)
  const last = entries.at(-1)
  // The rules of the folders that the cut goes through may lie behind it.
  if (cutAt !== undefined && last) rules.push(...(await rulesAround(gitDir, commit, last, signal)))
  const paths = entries.map(({ path }) => path)
  const ignored = await ignoredBy(gitDir, rules, paths, signal)
  const shown = entries.filter(({ path }) => !ignored.has(path.toString('latin1')))
  return { paths: plainPaths(shown), truncated: cutAt !== undefined }
}

const rulesAround = async (gitDir: string, commit: string, { path }: TreeEntry, signal?: AbortSignal) => {
  const found = await entriesAt(gitDir, commit, rulePathsOf([path]).map(treePathOf), signal)
  return found.values()
}

const plainFile = async (gitDir: string, { commit, path, maxBytes }: FileRequest, signal?: AbortSignal) => {
  const bytes = bytesOf(path)
  if (forbiddenPath(bytes) !== undefined) return undefined
  const entry = (await entriesAt(gitDir, commit, [path], signal)).get(bytes.toString('latin1'))
  if (!entry?.mode.startsWith('100') || entry.sizeBytes === undefined) return undefined
  if ((await ignoredAt(gitDir, commit, [bytes], signal)).size > 0) return undefined
  const { sizeBytes, mode, sha } = entry
  if (sizeBytes > maxBytes) return { sizeBytes, mode, sha, content: undefined }
  for await (const { content } of readBlobs(gitDir, [sha], signal)) return { sizeBytes, mode, sha, content }
  throw new Error(`git gave no content of ${sha}`)
}
