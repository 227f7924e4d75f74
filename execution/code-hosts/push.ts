import { Readable } from 'node:stream'
import type { Fetcher } from '../../platform/fetch/index.ts'
import { flushPkt, pktLine, type Repositories } from '../repositories/index.ts'
import { askRefs, exchangeWithGit, noGit, pushRefusal, serverOf } from './git-exchange.ts'
import type { CodeHostAccess } from './host-request.ts'
import { CodeHostFailure } from './failure.ts'

export interface PushParts {
  readonly fetcher: Fetcher
  readonly repositories: Pick<Repositories, 'commitExists' | 'isAncestor' | 'pack'>
}

export interface PushRequest {
  readonly host: CodeHostAccess
  readonly fullName: string
  /** The repository of this server whose history is pushed. */
  readonly repositoryId: string
  /** Short name, such as `main`. */
  readonly branch: string
  readonly commitSha: string
  /** A branch that the host has with a part of this history, which is not sent again. */
  readonly base?: string
  /** Whether the host has never had this history: then the remote has to be empty, or to have a part of it. */
  readonly isFirst: boolean
  readonly signal: AbortSignal
}

const none = '0'.repeat(40)
const reportMaxBytes = 1024 ** 2
const pushMs = 60 * 60_000

/**
 * The head of the branch at the host; undefined if it does not exist yet and may be created. Throws a `CodeHostFailure`
 * if the host has commits that this history has not: nothing is ever pushed over them.
 */
export const inspectRemote = async (parts: PushParts, request: PushRequest): Promise<string | undefined> =>
  (await standOf(parts, request)).from

/**
 * Pushes a branch to a code host by git's smart protocol over HTTPS, without force. Objects that the host has are not
 * sent again, so that it may be repeated. The token is a header of this process's own requests: git packs, and talks to
 * no network. Throws a `CodeHostFailure`. Source: gitprotocol-http(5), gitprotocol-pack(5).
 */
export const pushBranch = async (parts: PushParts, request: PushRequest): Promise<'pushed' | 'current'> => {
  const { from, base, capabilities } = await standOf(parts, request)
  if (from === request.commitSha) return 'current'
  if (!capabilities.includes('report-status'))
    throw new CodeHostFailure('refused', `The code host ${serverOf(request)} does not say what became of a push.`)
  const ref = `refs/heads/${request.branch}`
  const command = `${from ?? none} ${request.commitSha} ${ref}\0 report-status agent=atelier`
  const commands = Buffer.concat([pktLine(command), flushPkt])
  const body = Readable.from(bodyOf(parts, request, commands, from ?? base), { objectMode: false })
  const report = await exchangeWithGit(parts.fetcher, request, {
    path: 'git-receive-pack',
    post: { body, type: 'application/x-git-receive-pack-request' },
    accept: 'application/x-git-receive-pack-result',
    maxBytes: reportMaxBytes,
    withinMs: pushMs,
  }).finally(() => body.destroy())
  const refusal = pushRefusal(report, ref)
  if (refusal === undefined) return 'pushed'
  const sentence = `The code host ${serverOf(request)} refused the push to ${request.branch}: ${refusal}.`
  throw new CodeHostFailure('refused', sentence)
}

async function* bodyOf(
  { repositories }: PushParts,
  { repositoryId, commitSha, signal }: PushRequest,
  commands: Buffer,
  base: string | undefined,
) {
  yield commands
  const without = base === undefined ? [] : [base]
  yield* repositories.pack(repositoryId, { commit: commitSha, without, signal }) as AsyncIterable<Buffer>
}

/** Where the branch is at the host, and a `base` that the host has besides and that this history knows. */
const standOf = async ({ fetcher, repositories }: PushParts, request: PushRequest) => {
  const { repositoryId, branch, commitSha, isFirst } = request
  const { refs, capabilities } = await askRefs(fetcher, request, 'git-receive-pack')
  if (capabilities.includes('object-format=sha256')) throw noGit(request)
  const from = refs.get(`refs/heads/${branch}`)
  if (from === undefined && isFirst && refs.size > 0) throw notEmpty(request)
  const isOurs =
    from === undefined ||
    ((await repositories.commitExists(repositoryId, from)) &&
      (from === commitSha || (await repositories.isAncestor(repositoryId, from, commitSha))))
  const base = request.base === undefined ? undefined : refs.get(`refs/heads/${request.base}`)
  const isKnown = base !== undefined && (await repositories.commitExists(repositoryId, base))
  if (isOurs) return { from, base: isKnown ? base : undefined, capabilities }
  throw isFirst ? notEmpty(request) : diverged(request)
}

const notEmpty = (request: PushRequest) =>
  new CodeHostFailure(
    'not_empty',
    `${request.fullName} at ${serverOf(request)} is not empty. Name an empty repository, or a new one.`,
  )

const diverged = (request: PushRequest) =>
  new CodeHostFailure(
    'diverged',
    `The branch ${request.branch} of ${request.fullName} has commits that this project does not have. Nothing was overwritten.`,
  )
