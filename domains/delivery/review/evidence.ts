import type { ArchivedFile, ChangedFile, Comparison, Repositories } from '../../../execution/repositories/index.ts'
import { isLockFile, readPackageChanges } from '../../../execution/setup/index.ts'
import { decodeLines, isBinary } from '../../../packages/charsets/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { pathFields, previousFields } from '../workbench/index.ts'
import type { TaskReviewEvidence } from './contract.ts'

const filesMost = 1_000
export const contentMostBytes = 512 * 1024

type Evidence = Static<typeof TaskReviewEvidence>
type DeliveredChange = Pick<Evidence, 'files' | 'filesTruncated' | 'patch' | 'patchTruncated' | 'archive'>

type Between = { readonly base: string; readonly head: string }

/** The changes of a task since its branch point. */
export const changeOf = (
  { files, truncated }: Comparison,
  patch: { readonly text: string; readonly truncated: boolean },
): DeliveredChange => ({
  files: files.slice(0, filesMost).map(presentChanged),
  filesTruncated: truncated || files.length > filesMost,
  patch: patch.text,
  patchTruncated: patch.truncated,
  archive: null,
})

/** The whole delivery of a task without an attached repository to compare with. */
export const wholeDelivery = async (
  repositories: Repositories,
  repositoryId: string,
  { head }: Pick<Between, 'head'>,
): Promise<DeliveredChange> => {
  const limits = { maxFiles: filesMost, maxBytes: contentMostBytes }
  const { files, truncated } = await repositories.archive(repositoryId, { commit: head, ...limits })
  return {
    files: [],
    filesTruncated: false,
    patch: null,
    patchTruncated: false,
    archive: { commitSha: head, files: files.map(presentArchived), truncated },
  }
}

const lockFilesMost = 50
const lockMostBytes = 32 * 2 ** 20

/**
 * The client's view of a change: that there is one. Its files, environments, skills and tool servers are the agency's.
 */
export const changeHiddenFromClients: DeliveredChange &
  Pick<Evidence, 'packages' | 'environments' | 'skills' | 'toolServers'> = {
  files: [],
  filesTruncated: true,
  patch: null,
  patchTruncated: true,
  archive: null,
  packages: { changes: [], truncated: true },
  environments: [],
  skills: [],
  toolServers: [],
}

/** The packages that a change adds, removes or changes, by the lock files that it touches. */
export const packagesOf = async (
  repositories: Repositories,
  repositoryId: string,
  { base, head }: Between,
  { files, truncated }: Comparison,
): Promise<Evidence['packages']> => {
  const touched = files.flatMap(({ path, from }) => [path, from?.path]).filter((path) => path !== undefined)
  const locks = [...new Set(touched)].filter(isLockFile)
  const shown = locks.slice(0, lockFilesMost)
  const textsAt = async (commit: string) => {
    const texts = new Map<string, string>()
    // One at a time, since each may be large.
    for (const path of shown) {
      const file = await repositories.readFile(repositoryId, { commit, path: { path }, maxBytes: lockMostBytes })
      if (file?.content) texts.set(path, file.content.toString())
    }
    return texts
  }
  const found = await readPackageChanges(await textsAt(base), await textsAt(head), { key: repositoryId })
  return {
    changes: found.changes.map(({ before, after, ...change }) => ({
      ...change,
      before: [...before],
      after: [...after],
    })),
    truncated: found.truncated || truncated || locks.length > shown.length,
  }
}

const presentChanged = ({ from, kind, additions, deletions, binary, ...at }: ChangedFile) => ({
  ...pathFields(at),
  ...(from && previousFields(from)),
  kind,
  additions: additions ?? null,
  deletions: deletions ?? null,
  binary,
})

const presentArchived = ({ mode, sizeBytes, content, ...at }: ArchivedFile) => {
  const binary = content !== undefined && isBinary(content)
  return {
    ...pathFields(at),
    mode,
    sizeBytes: sizeBytes ?? null,
    content: content && !binary ? decodeLines(content) : null,
    binary,
  }
}
