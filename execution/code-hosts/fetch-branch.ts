import type { Readable } from 'node:stream'
import type { Fetcher } from '../../platform/fetch/index.ts'
import { flushPkt, openPktReader, pktLine, isBranchName, usualBranch } from '../repositories/index.ts'
import { asHostFailure, askRefs, noGit, serverOf, streamFromGit, type GitPlace } from './git-exchange.ts'
import { CodeHostFailure } from './failure.ts'

type FetchBranchRequest = GitPlace & {
  /** Short name, such as `main`. */
  readonly branch: string
}

const packMaxBytes = 5 * 1024 ** 3
const packMs = 10 * 60_000

/** Where a branch is at a code host; undefined if it has none of that name. Throws a `CodeHostFailure`. */
export const branchAtHost = async (fetcher: Fetcher, request: FetchBranchRequest): Promise<string | undefined> =>
  (await askRefs(fetcher, request, 'git-upload-pack')).refs.get(`refs/heads/${request.branch}`)

interface PackRequest {
  /** A commit that the repository advertises. */
  readonly commitSha: string
  /** A commit whose history is here already; without it the pack has the whole history. */
  readonly known?: string
}

/**
 * Fetches a commit with the history that is not here yet, by git's smart protocol over HTTPS, as a pack; read it to its
 * end. Nothing is stored: the caller checks the pack before anything sees it. Throws a `CodeHostFailure`, reading too.
 * Source: gitprotocol-http(5), gitprotocol-pack(5), “Packfile Negotiation”.
 */
export const fetchPack = async (fetcher: Fetcher, place: GitPlace, { commitSha, known }: PackRequest) => {
  const wants = pktLine(`want ${commitSha} side-band-64k ofs-delta no-progress agent=atelier\n`)
  const haves = known === undefined ? [] : [pktLine(`have ${known}\n`)]
  const body = Buffer.concat([wants, flushPkt, ...haves, pktLine('done\n')]).toString()
  const content = await streamFromGit(fetcher, place, {
    path: 'git-upload-pack',
    accept: 'application/x-git-upload-pack-result',
    post: { body, type: 'application/x-git-upload-pack-request' },
    maxBytes: packMaxBytes,
    withinMs: packMs,
  })
  return packIn(content, place)
}

async function* packIn(content: Readable, place: GitPlace): AsyncGenerator<Buffer> {
  try {
    const reader = openPktReader(content as AsyncIterable<Buffer>)
    const first = await reader.line()
    if (!Buffer.isBuffer(first) || !/^(NAK|ACK [0-9a-f]{40})\n?$/.test(first.toString())) throw noGit(place)
    for (let line = await reader.line(); line !== undefined && line !== 'flush'; line = await reader.line()) {
      const band = line[0]
      if (band === 1) yield line.subarray(1)
      else if (band === 3) throw new CodeHostFailure('refused', `The code host ${serverOf(place)} broke off the fetch.`)
      else if (band !== 2) throw noGit(place)
    }
  } catch (error) {
    throw asHostFailure(error)
  } finally {
    content.destroy()
  }
}

export interface FetchedBundle {
  /** Short name, such as `main`. */
  readonly branch: string
  readonly commitSha: string
  /** A bundle with the whole history of the branch. Read it to its end; that may throw a `CodeHostFailure`. */
  readonly content: AsyncGenerator<Buffer>
}

/**
 * Fetches a branch with its history, by git's smart protocol over HTTPS: the pack of the answer with the head of a bundle
 * before it, which the caller checks as any bundle. Without a name it is the branch that the repository opens with. Throws
 * a `CodeHostFailure`.
 * Source: gitprotocol-http(5), gitformat-bundle(5).
 */
export const fetchBundle = async (fetcher: Fetcher, place: GitPlace, wanted: string | undefined) => {
  const { refs, capabilities } = await askRefs(fetcher, place, 'git-upload-pack')
  const branch = wanted ?? headBranch(capabilities) ?? usualBranch(Array.from(refs, ([name, sha]) => ({ name, sha })))
  const commitSha = branch === undefined ? undefined : refs.get(`refs/heads/${branch}`)
  if (branch === undefined || commitSha === undefined || !isBranchName(branch))
    throw new CodeHostFailure('no_branch', 'The repository has no such branch.')
  const pack = await fetchPack(fetcher, place, { commitSha })
  return { branch, commitSha, content: bundleOf(pack, { branch, commitSha }) }
}

/** The branch of HEAD, as the host reports it. Source: gitprotocol-capabilities(5), “symref”. */
const headBranch = (capabilities: readonly string[]): string | undefined =>
  capabilities.find((one) => one.startsWith(headTarget))?.slice(headTarget.length)
const headTarget = 'symref=HEAD:refs/heads/'

async function* bundleOf(
  pack: AsyncGenerator<Buffer>,
  { branch, commitSha }: Pick<FetchedBundle, 'branch' | 'commitSha'>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`# v2 git bundle\n${commitSha} refs/heads/${branch}\n\n`)
  yield* pack
}
