import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { gitAuthorization, statusFailure, type CodeHostAccess } from './code-host.ts'
import { CodeHostFailure } from './failure.ts'

export interface GitPlace {
  readonly host: CodeHostAccess
  readonly fullName: string
  readonly signal: AbortSignal
}

export interface GitCall {
  readonly path: string
  readonly accept: string
  readonly post?: { readonly body: Readable | string; readonly type: string }
  readonly maxBytes: number
  readonly withinMs: number
}

/** Sends one request of git's smart protocol, and gives the whole answer. Throws a `CodeHostFailure`. */
export const exchangeWithGit = async (fetcher: Fetcher, place: GitPlace, call: GitCall): Promise<Buffer> => {
  try {
    return await buffer(await streamFromGit(fetcher, place, call))
  } catch (error) {
    throw asHostFailure(error)
  }
}

/** The same, with the answer as it comes: reading it may throw a FetchRefusal. */
export const streamFromGit = async (fetcher: Fetcher, place: GitPlace, call: GitCall): Promise<Readable> => {
  const { host, fullName, signal } = place
  const { path, accept, post, maxBytes, withinMs } = call
  try {
    const { status, content } = await fetcher.stream({
      url: `${host.baseUrl}/${fullName}.git/${path}`,
      method: post ? 'POST' : 'GET',
      body: post?.body,
      headers: {
        authorization: gitAuthorization(host),
        accept,
        'accept-encoding': 'identity',
        'user-agent': 'git/atelier',
        ...(post && { 'content-type': post.type }),
      },
      maxBytes,
      headMs: withinMs,
      idleMs: withinMs,
      signal,
    })
    if (status === 200) return content
    content.destroy()
    throw statusFailure(status, new URL(host.baseUrl).host)
  } catch (error) {
    throw asHostFailure(error)
  }
}

const asHostFailure = (error: unknown): unknown =>
  error instanceof FetchRefusal ? new CodeHostFailure('unreachable', error.message, error) : error
