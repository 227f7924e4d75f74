import { Readable } from 'node:stream'
import {
  CodeHostFailure,
  fetchBundle,
  type CodeHostAccess,
  type FetchedBundle,
} from '../../../execution/code-hosts/index.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import { openTurns, pools } from '../../../platform/waiting/index.ts'
import { scanInto, type ImportScanParts, type ScanRequest, type ScanFail } from './record-scan.ts'
import { storeBundle } from './scan-source.ts'

interface FetchFail extends ScanFail {
  readonly fetchFailed: (details: { readonly error: string }) => never
  readonly noRepository: () => never
  readonly noBranch: () => never
}

type RepositoryAddress = { readonly host: CodeHostAccess; readonly fullName: string } | { readonly url: string }

interface FetchSource {
  /** Where the repository may be, the likelier one first. */
  readonly places: readonly RepositoryAddress[]
  readonly branch: string | undefined
  /** The source for the audit row. */
  readonly from: object
}

const fetchMs = 30 * 60_000
const tooSlow = 'The repository did not arrive within 30 minutes. Import it with the command line.'
const turns = openTurns(pools.importFetches.total)
const turnOfWorkspace = { runningMax: pools.importFetches.workspace, waitingMax: 20, waitMs: 10_000 }

/** Fetches a branch with its history, and scans it as if a person had uploaded it as a bundle. */
export const scanFetched = async <Done>(
  parts: ImportScanParts & { readonly fetcher: Fetcher },
  request: Omit<ScanRequest<Done>, 'fail'> & { readonly fail: FetchFail },
  { places, branch, from }: FetchSource,
): Promise<Done> => {
  const { workspace, fail } = request
  const late = AbortSignal.timeout(fetchMs)
  const signal = AbortSignal.any([request.signal, late])
  const endTurn = await turns.take({ key: workspace, ...turnOfWorkspace })
  try {
    const take = async (key: string) => {
      try {
        const fetched = await fetchFrom(parts.fetcher, places, branch, signal)
        const { content, commitSha } = fetched
        return await storeBundle(parts, Readable.from(content), { key, branch: fetched.branch, commitSha, signal })
      } catch (error) {
        if (late.aborted) return fail.fetchFailed({ error: tooSlow })
        if (!(error instanceof CodeHostFailure)) throw error
        if (error.reason === 'absent') return fail.noRepository()
        if (error.reason === 'no_branch') return fail.noBranch()
        // A host asks for a token when it hides a repository, so a public address counts as absent.
        const isPublic = places.every((place) => 'url' in place)
        if (error.reason === 'token' && isPublic) return fail.noRepository()
        return fail.fetchFailed({ error: error.message })
      }
    }
    return await scanInto(parts, request, take, from)
  } finally {
    endTurn()
  }
}

/** The first place with a repository. Otherwise, the error of the last attempt. */
const fetchFrom = async (
  fetcher: Fetcher,
  [place, ...others]: readonly RepositoryAddress[],
  branch: string | undefined,
  signal: AbortSignal,
): Promise<FetchedBundle> => {
  try {
    return await fetchBundle(fetcher, { ...place!, signal }, branch)
  } catch (error) {
    const mayBeElsewhere = error instanceof CodeHostFailure && error.reason !== 'no_branch' && others.length > 0
    if (!mayBeElsewhere) throw error
    return fetchFrom(fetcher, others, branch, signal)
  }
}
