import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import type { Repositories } from '../repositories/index.ts'
import { advertisedRefs, pushRefusal, type AdvertisedRefs } from './advertised-refs.ts'
import { gitAuthorization, statusFailure, type CodeHostAccess } from './code-host.ts'
import { CodeHostFailure } from './failure.ts'
import { flush, pktLine } from './pkt-line.ts'

type History = Pick<Repositories, 'commitExists' | 'isAncestor' | 'pack'>

export interface PushParts {
  readonly fetcher: Fetcher
  readonly repositories: History
}

export interface PushRequest {
  readonly host: CodeHostAccess
  readonly fullName: string
  /** The repository of this server whose history is pushed. */
  readonly repositoryId: string
  /** Short name, such as `main`. */
  readonly branch: string
  readonly commitSha: string
  /** Whether the host has never had this history: then the remote has to be empty, or to have a part of it. */
  readonly isFirst: boolean
  readonly signal: AbortSignal
}

const none = '0'.repeat(40)
const refsMaxBytes = 16 * 1024 ** 2
const reportMaxBytes = 1024 ** 2
const refsMs = 30_000
const pushMs = 60 * 60_000

/**
 * Where the branch stands at the host; undefined where it is not there yet and may be created. Throws a
 * `CodeHostFailure` where the host has commits that this history has not: nothing is ever pushed over them.
 */
export const inspectRemote = async (parts: PushParts, request: PushRequest): Promise<string | undefined> =>
  (await standOf(parts, request)).from

/**
 * Pushes a branch to a code host by git's smart protocol over HTTPS, without force. What is there already is not sent
 * again, so that it may be repeated. The token is a header of this process's own requests: git packs, and talks to no
 * network. Throws a `CodeHostFailure`. Source: gitprotocol-http(5), gitprotocol-pack(5).
 */
export const pushBranch = async (parts: PushParts, request: PushRequest): Promise<'pushed' | 'current'> => {
  const { from, capabilities } = await standOf(parts, request)
  if (from === request.commitSha) return 'current'
  if (!capabilities.includes('report-status'))
    throw new CodeHostFailure('refused', `The code host ${nameOf(request)} does not say what became of a push.`)
  const ref = `refs/heads/${request.branch}`
  const command = `${from ?? none} ${request.commitSha} ${ref}\0 report-status agent=atelier`
  const body = Readable.from(bodyOf(parts, request, pktLine(command) + flush, from), { objectMode: false })
  const report = await exchange(parts.fetcher, request, {
    path: 'git-receive-pack',
    post: body,
    accept: 'application/x-git-receive-pack-result',
    maxBytes: reportMaxBytes,
    withinMs: pushMs,
  }).finally(() => body.destroy())
  const refusal = pushRefusal(report, ref)
  if (refusal === undefined) return 'pushed'
  throw new CodeHostFailure(
    'refused',
    `The code host ${nameOf(request)} refused the push to ${request.branch}: ${refusal}.`,
  )
}

async function* bodyOf(
  { repositories }: PushParts,
  { repositoryId, commitSha, signal }: PushRequest,
  commands: string,
  from: string | undefined,
) {
  yield Buffer.from(commands)
  const without = from === undefined ? [] : [from]
  yield* repositories.pack(repositoryId, { commit: commitSha, without, signal }) as AsyncIterable<Buffer>
}

const standOf = async (
  { fetcher, repositories }: PushParts,
  request: PushRequest,
): Promise<{ readonly from: string | undefined; readonly capabilities: AdvertisedRefs['capabilities'] }> => {
  const { repositoryId, branch, commitSha, isFirst } = request
  const advertised = advertisedRefs(
    await exchange(fetcher, request, {
      path: 'info/refs?service=git-receive-pack',
      accept: 'application/x-git-receive-pack-advertisement',
      maxBytes: refsMaxBytes,
      withinMs: refsMs,
    }),
  )
  if (!advertised || advertised.capabilities.includes('object-format=sha256'))
    throw new CodeHostFailure(
      'unreachable',
      `The code host ${nameOf(request)} does not answer as git does. Look at its address.`,
    )
  const { refs, capabilities } = advertised
  const from = refs.get(`refs/heads/${branch}`)
  if (from === undefined && isFirst && refs.size > 0) throw notEmpty(request)
  const isOurs =
    from === undefined ||
    ((await repositories.commitExists(repositoryId, from)) &&
      (from === commitSha || (await repositories.isAncestor(repositoryId, from, commitSha))))
  if (isOurs) return { from, capabilities }
  throw isFirst ? notEmpty(request) : diverged(request)
}

const notEmpty = (request: PushRequest) =>
  new CodeHostFailure(
    'not_empty',
    `${request.fullName} at ${nameOf(request)} is not empty. Name an empty repository, or a new one.`,
  )

const diverged = (request: PushRequest) =>
  new CodeHostFailure(
    'diverged',
    `The branch ${request.branch} of ${request.fullName} has commits that this project does not have. Nothing was overwritten.`,
  )

const nameOf = ({ host }: Pick<PushRequest, 'host'>) => new URL(host.baseUrl).host

interface GitCall {
  readonly path: string
  readonly accept: string
  readonly post?: Readable
  readonly maxBytes: number
  readonly withinMs: number
}

const exchange = async (fetcher: Fetcher, request: PushRequest, call: GitCall): Promise<Buffer> => {
  const { host, fullName, signal } = request
  const { path, accept, post, maxBytes, withinMs } = call
  try {
    const { status, content } = await fetcher.stream({
      url: `${host.baseUrl}/${fullName}.git/${path}`,
      method: post ? 'POST' : 'GET',
      body: post,
      headers: {
        authorization: gitAuthorization(host),
        accept,
        'accept-encoding': 'identity',
        'user-agent': 'git/atelier',
        ...(post && { 'content-type': 'application/x-git-receive-pack-request' }),
      },
      maxBytes,
      headMs: withinMs,
      idleMs: withinMs,
      signal,
    })
    if (status !== 200) {
      content.destroy()
      throw statusFailure(status, nameOf(request))
    }
    return await buffer(content)
  } catch (error) {
    if (error instanceof FetchRefusal) throw new CodeHostFailure('unreachable', error.message, error)
    throw error
  }
}
