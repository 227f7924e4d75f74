import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { CodeHostFailure, statusFailure } from './failure.ts'
import { forgetToken, tokenOf } from './github-app.ts'
import { gitAuthorization, type CodeHostAccess } from './host-request.ts'
import { pktLines } from '../repositories/index.ts'

/** A repository of a code host, or a public one by its address. */
export type GitPlace = { readonly signal: AbortSignal } & (
  | { readonly host: CodeHostAccess; readonly fullName: string }
  | { readonly host?: undefined; readonly url: string }
)

const addressOf = (place: GitPlace) => (place.host ? `${place.host.baseUrl}/${place.fullName}.git` : place.url)

/** The name of the server, for sentences. */
export const serverOf = (place: GitPlace): string => new URL(addressOf(place)).host

export const noGit = (place: GitPlace): CodeHostFailure =>
  new CodeHostFailure(
    'unreachable',
    `The code host ${serverOf(place)} does not answer as git does. Look at its address.`,
  )

export interface GitCall {
  readonly path: string
  readonly accept: string
  readonly post?: { readonly body: Readable | string; readonly type: string }
  readonly maxBytes: number
  readonly withinMs: number
}

/** Sends one request of git's smart protocol, and returns the whole answer. Throws a `CodeHostFailure`. */
export const exchangeWithGit = async (fetcher: Fetcher, place: GitPlace, call: GitCall): Promise<Buffer> => {
  try {
    return await buffer(await streamFromGit(fetcher, place, call))
  } catch (error) {
    throw asHostFailure(error)
  }
}

/** Like `exchangeWithGit`, with a streamed answer: reading it may throw a FetchRefusal. */
export const streamFromGit = async (fetcher: Fetcher, place: GitPlace, call: GitCall): Promise<Readable> => {
  const { host, signal } = place
  const token = async () => host && tokenOf(fetcher, host, signal)
  try {
    let answer = await sendToGit(fetcher, place, call, await token())
    // A posted body cannot be sent again; the request before it would have met the ended token.
    if (answer.status === 401 && host?.app && !call.post) {
      answer.content.destroy()
      forgetToken(host)
      answer = await sendToGit(fetcher, place, call, await token())
    }
    if (answer.status === 200) return answer.content
    answer.content.destroy()
    throw statusFailure(answer, addressOf(place))
  } catch (error) {
    throw asHostFailure(error)
  }
}

const sendToGit = (
  fetcher: Fetcher,
  place: GitPlace,
  { path, accept, post, maxBytes, withinMs }: GitCall,
  token: string | undefined,
) =>
  fetcher.stream({
    url: `${addressOf(place)}/${path}`,
    method: post ? 'POST' : 'GET',
    body: post?.body,
    headers: {
      ...(token !== undefined && { authorization: gitAuthorization(token) }),
      accept,
      'accept-encoding': 'identity',
      'user-agent': 'git/atelier',
      ...(post && { 'content-type': post.type }),
    },
    maxBytes,
    headMs: withinMs,
    idleMs: withinMs,
    signal: place.signal,
  })

export const asHostFailure = (error: unknown): unknown =>
  error instanceof FetchRefusal ? new CodeHostFailure('unreachable', error.message, error) : error

type GitService = 'git-receive-pack' | 'git-upload-pack'

const refsMaxBytes = 16 * 1024 ** 2
const refsMs = 30_000

/** The refs that a repository advertises before a push or a fetch, by full name. Throws a `CodeHostFailure`. */
export const askRefs = async (fetcher: Fetcher, place: GitPlace, service: GitService) => {
  const answer = await exchangeWithGit(fetcher, place, {
    path: `info/refs?service=${service}`,
    accept: `application/x-${service}-advertisement`,
    maxBytes: refsMaxBytes,
    withinMs: refsMs,
  })
  const refs = advertisedRefs(answer, service)
  if (!refs) throw noGit(place)
  return refs
}

/** Undefined if the answer is not that of git. Source: gitprotocol-http(5), “Smart Server Response”. */
const advertisedRefs = (bytes: Buffer, service: GitService) => {
  const lines = pktLines(bytes)
  if (lines?.[0] !== `# service=${service}`) return undefined
  // A fetch from an empty repository is answered without a ref; before a push there is always a line.
  if (lines.length < 2 && service === 'git-receive-pack') return undefined
  const capabilities = ((lines[1] ?? '').split('\0')[1] ?? '').split(' ').filter((word) => word !== '')
  const refs = new Map<string, string>()
  for (const line of lines.slice(1)) {
    const [, sha, name] = /^([0-9a-f]{40}) ([^\0]+)/.exec(line) ?? []
    if (sha === undefined || name === undefined) return undefined
    if (name !== 'capabilities^{}' && !name.endsWith('^{}') && name !== '.have') refs.set(name, sha)
  }
  return { refs, capabilities }
}

/** Why the receiver did not take the branch; undefined if it did. Source: gitprotocol-pack(5), “Report Status”. */
export const pushRefusal = (bytes: Buffer, ref: string): string | undefined => {
  const lines = pktLines(bytes) ?? []
  if (lines.includes('unpack ok') && lines.includes(`ok ${ref}`)) return undefined
  const refused = lines.find((line) => line.startsWith(`ng ${ref} `))?.slice(`ng ${ref} `.length)
  const notUnpacked = lines.find((line) => line.startsWith('unpack ') && line !== 'unpack ok')?.slice('unpack '.length)
  return (refused ?? notUnpacked ?? 'it gave no reason').slice(0, 200)
}
