import type { Readable } from 'node:stream'
import {
  branchesOf,
  commitBundle,
  commitFolder,
  readBundleHeader,
  usualBranch,
  type FolderCommit,
  type Repositories,
} from '../../../execution/repositories/index.ts'
import type { InvalidField } from '../../../platform/contract/index.ts'
import {
  isDiskFull,
  ObjectTooLargeError,
  type ObjectStore,
  type StoredObject,
} from '../../../platform/storage/index.ts'
import { startsWithBundleHeader } from '../uploads/index.ts'
import { bundleMostBytes } from '../uploads/contract.ts'

interface SourceParts {
  readonly objects: ObjectStore
  readonly repositories: Repositories
}

/** The source of a scan, as a bundle in the object store. */
export interface ScanSource {
  readonly fault?: undefined
  readonly source: 'bundle' | 'folder'
  readonly branch: string
  readonly commitSha: string
  readonly stored: StoredObject
  readonly protected: FolderCommit['protected']
  readonly leftOut: FolderCommit['leftOut']
}

export type KnownRefusal =
  | { readonly fault: 'disk-full' }
  | { readonly fault: 'rejected'; readonly fields: InvalidField[] }

/** Why a source is not accepted; `unknown` if it is neither a bundle nor a folder. */
export type SourceRefusal = KnownRefusal | { readonly fault: 'unknown' }

interface SourceRequest {
  readonly key: string
  readonly branch: string | undefined
  readonly signal: AbortSignal
}

/** Stores an upload: a bundle unchanged, or a folder as a bundle with a single commit. */
export const takeSource = async (
  parts: SourceParts,
  body: Readable,
  request: SourceRequest,
): Promise<ScanSource | SourceRefusal> => {
  try {
    const isBundle = await startsWithBundleHeader(body)
    if (body.readableEnded) return { fault: 'unknown' }
    return isBundle ? await takeBundle(parts, body, request) : await takeFolder(parts, body, request)
  } catch (error) {
    return storageRefusal(error)
  }
}

const storageRefusal = (error: unknown) => {
  if (isDiskFull(error)) return { fault: 'disk-full' } as const
  if (error instanceof ObjectTooLargeError) return rejected([tooLarge])
  throw error
}

/** Stores a bundle whose branch and commit are known. */
export const storeBundle = async (
  { objects }: Pick<SourceParts, 'objects'>,
  content: Readable,
  { key, signal, branch, commitSha }: SourceRequest & { readonly branch: string; readonly commitSha: string },
): Promise<ScanSource | KnownRefusal> => {
  try {
    const stored = await objects.put(key, content, { maxBytes: bundleMostBytes, signal })
    return { source: 'bundle', branch, commitSha, stored, protected: [], leftOut: [] }
  } catch (error) {
    return storageRefusal(error)
  } finally {
    content.destroy()
  }
}

const rejected = (fields: readonly InvalidField[]): KnownRefusal => ({ fault: 'rejected', fields: [...fields] })
const tooLarge = { path: 'bundle', rule: 'too_large', message: `The bundle has more than ${bundleMostBytes} bytes.` }

const takeBundle = async (
  { objects }: SourceParts,
  body: Readable,
  { key, branch: wanted, signal }: SourceRequest,
): Promise<ScanSource | SourceRefusal> => {
  const stored = await objects.put(key, body, { maxBytes: bundleMostBytes, signal })
  const header = (await objects.withFile(key, readBundleHeader))!
  if ('rule' in header) return header.rule === 'not_a_bundle' ? { fault: 'unknown' } : rejected([header])
  const branches = branchesOf(header.refs)
  const branch = wanted ?? usualBranch(header.refs)
  const commitSha = branch === undefined ? undefined : branches.get(branch)
  if (branch === undefined || commitSha === undefined) return rejected([missingBranch([...branches.keys()])])
  return { source: 'bundle', branch, commitSha, stored, protected: [], leftOut: [] }
}

const missingBranch = (names: readonly string[]): InvalidField => ({
  path: 'branch',
  rule: 'missing_branch',
  message:
    names.length === 0
      ? 'The bundle has no branch. Make it with git bundle create --all.'
      : `Name one of its branches with ?branch=: ${names.slice(0, 20).join(', ').slice(0, 1_000)}`,
})

const takeFolder = (
  { objects, repositories }: SourceParts,
  body: Readable,
  { key, branch: wanted, signal }: SourceRequest,
) =>
  repositories.inScratch(async (scratch): Promise<ScanSource | SourceRefusal> => {
    const made = await commitFolder(scratch, body, { signal })
    if (!made.ok) {
      return made.rejected.some(({ rule }) => rule === 'not_a_tar') ? { fault: 'unknown' } : rejected(made.rejected)
    }
    const { gitDir, branch, commitSha } = made
    if (wanted !== undefined && wanted !== branch) return rejected([missingBranch([branch])])
    const content = commitBundle(gitDir, { commit: commitSha, branch, signal })
    const put = objects.put(key, content, { maxBytes: bundleMostBytes, signal })
    const stored = await put.finally(() => content.destroy())
    return { source: 'folder', branch, commitSha, stored, protected: made.protected, leftOut: made.leftOut }
  })
