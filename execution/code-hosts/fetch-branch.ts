import type { Readable } from 'node:stream'
import type { Fetcher } from '../../platform/fetch/index.ts'
import { openPktReader } from '../repositories/index.ts'
import { advertisedRefs } from './advertised-refs.ts'
import type { CodeHostAccess } from './host-request.ts'
import { CodeHostFailure } from './failure.ts'
import { exchangeWithGit, streamFromGit, type GitPlace } from './git-exchange.ts'
import { flush, pktLine } from './pkt-line.ts'

export interface FetchedBranch {
  readonly commitSha: string
  /** The objects that the host has and this history does not, as a pack. Read it to its end. */
  readonly pack: AsyncGenerator<Buffer>
}

interface FetchBranchRequest extends GitPlace {
  /** Short name, such as `main`. */
  readonly branch: string
  /** A commit whose history is here already. */
  readonly known: string
}

const refsMaxBytes = 16 * 1024 ** 2
const packMaxBytes = 5 * 1024 ** 3
const refsMs = 30_000
const packMs = 10 * 60_000

/** Where a branch is at a code host; undefined if it has none of that name. Throws a `CodeHostFailure`. */
export const branchAtHost = async (
  fetcher: Fetcher,
  request: Omit<FetchBranchRequest, 'known'>,
): Promise<string | undefined> => {
  const answer = await exchangeWithGit(fetcher, request, {
    path: 'info/refs?service=git-upload-pack',
    accept: 'application/x-git-upload-pack-advertisement',
    maxBytes: refsMaxBytes,
    withinMs: refsMs,
  })
  const refs = advertisedRefs(answer, 'git-upload-pack')
  if (!refs) throw noGit(request.host)
  return refs.refs.get(`refs/heads/${request.branch}`)
}

/**
 * Fetches what a branch at a code host has beyond a known commit, by git's smart protocol over HTTPS. Nothing is stored:
 * the caller checks the pack before anything sees it. Throws a `CodeHostFailure`.
 * Source: gitprotocol-http(5), gitprotocol-pack(5), “Packfile Negotiation”.
 */
export const fetchBranch = async (
  fetcher: Fetcher,
  request: FetchBranchRequest,
  commitSha: string,
): Promise<FetchedBranch> => {
  const wants = pktLine(`want ${commitSha} side-band-64k ofs-delta no-progress agent=atelier\n`)
  const haves = pktLine(`have ${request.known}\n`)
  const content = await streamFromGit(fetcher, request, {
    path: 'git-upload-pack',
    accept: 'application/x-git-upload-pack-result',
    post: { body: wants + flush + haves + pktLine('done\n'), type: 'application/x-git-upload-pack-request' },
    maxBytes: packMaxBytes,
    withinMs: packMs,
  })
  return { commitSha, pack: packIn(content, request.host) }
}

async function* packIn(content: Readable, host: CodeHostAccess): AsyncGenerator<Buffer> {
  const reader = openPktReader(content as AsyncIterable<Buffer>)
  const first = await reader.line()
  if (!Buffer.isBuffer(first) || !/^(NAK|ACK [0-9a-f]{40})\n?$/.test(first.toString())) throw noGit(host)
  for (let line = await reader.line(); line !== undefined && line !== 'flush'; line = await reader.line()) {
    const band = line[0]
    if (band === 1) yield line.subarray(1)
    else if (band === 3) throw new CodeHostFailure('refused', `${nameOf(host)} broke off the fetch.`)
    else if (band !== 2) throw noGit(host)
  }
}

const nameOf = ({ baseUrl }: CodeHostAccess) => `The code host ${new URL(baseUrl).host}`

const noGit = (host: CodeHostAccess) =>
  new CodeHostFailure('unreachable', `${nameOf(host)} does not answer as git does. Look at its address.`)
