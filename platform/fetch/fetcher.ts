import type { IncomingHttpHeaders } from 'node:http'
import { type LookupFunction, isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { unlessAborted } from '../waiting/index.ts'
import { contentOf, isAccepted, mediaTypeOf, type MediaType } from './content.ts'
import { exchange, type Answer, type Outgoing, pinnedTo, refusalOf, type Timeouts } from './exchange.ts'
import { FetchRefusal } from './refusal.ts'
import { hostTarget, targetOf, type Target } from './target.ts'
import { lookup } from 'node:dns/promises'
import { isPublicAddress } from './addresses.ts'

/** The reach of a fetcher, and its time. */
export interface FetchSettings {
  /** Hosts that are not public and may be fetched all the same: `wiki.corp`, `10.0.0.7:9000`. */
  readonly privateHosts?: readonly string[]
  readonly resolve?: Resolve
  readonly timeouts?: Partial<Timeouts>
}

interface FetchRequest {
  readonly url: string
  /** The file that names this address. Relative ones are meant from there. */
  readonly from?: FetchedHead
  /** Media types that are taken, such as `text/html` and `image/*`. */
  readonly accept: readonly string[]
  /** The most that is read, on the wire and decoded. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

/** The head of an answer that was accepted. */
interface FetchedHead extends MediaType {
  /** The address that answered, after redirects. */
  readonly url: URL
  readonly target: Target
}

interface OpenedAnswer extends FetchedHead {
  /** Ends in an error if the answer breaks off or passes a limit. The caller reads it or destroys it. */
  readonly content: Readable
}

/** An answer that was read whole. */
export interface ReadAnswer extends FetchedHead {
  readonly bytes: Buffer
}

interface SendRequest extends Outgoing {
  readonly url: string
  /** The most that is read of the answer, on the wire and decoded. */
  readonly maxBytes: number
  /** The time for the whole exchange. */
  readonly withinMs: number
  readonly signal?: AbortSignal
}

interface StreamRequest extends Outgoing {
  readonly url: string
  /** The most that is read of the answer, on the wire and decoded. */
  readonly maxBytes: number
  readonly headMs: number
  /** Between two pieces of the answer. */
  readonly idleMs: number
  /** Ends the answer as well, however long it continues. */
  readonly signal: AbortSignal
}

/** An answer of any status; a redirect is one too. */
export interface StreamedAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As in `OpenedAnswer`. */
  readonly content: Readable
}

/** An answer of any status but a redirect. */
export interface SentAnswer extends MediaType {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/**
 * The only way to addresses from outside. http and https, ports 80, 443, 8080 and 8443, no credentials; public
 * addresses only, all of them checked after the name is resolved, again after each of at most 5 redirects, and the
 * connection goes to a checked address. No cookies, no proxy, no way from https to http or from the public internet to
 * a private host. Throws a FetchRefusal if it fetches nothing, and the reason of an aborted `signal`. See
 * decisions/0016.
 */
export interface Fetcher {
  open(request: FetchRequest): Promise<OpenedAnswer>
  read(request: FetchRequest): Promise<ReadAnswer>
  /** Sends a request with own headers, such as a key, once and only to this address: a redirect is a FetchRefusal. */
  send(request: SendRequest): Promise<SentAnswer>
  /** Sends one request as `send` does, once and only to this address, and returns the answer as it comes. */
  stream(request: StreamRequest): Promise<StreamedAnswer>
  /** Judges an address before its name is resolved. Throws the FetchRefusal if the target is not public. */
  judge(url: string): Pick<Target, 'isPrivate'>
  /**
   * For connections to one address that another library opens and keeps, such as a pool: net's look-up, which judges
   * the name at each connection and returns only checked addresses. Throws as `judge`; redirects are the caller's to
   * refuse.
   */
  guard(url: string): LookupFunction
  /**
   * The checked addresses of a host that is spoken to in another protocol. Throws as `judge`, and without an address.
   */
  hostOf(host: string, port: number): Promise<CheckedHost>
}

interface CheckedHost {
  readonly addresses: readonly string[]
  /** One of the operator's private hosts. */
  readonly isPrivate: boolean
}

const redirectsMost = 5
const redirects = [301, 302, 303, 307, 308]
const userAgent = 'Mozilla/5.0 (compatible; Atelier)'
const defaultTimeouts: Timeouts = { headMs: 8_000, idleMs: 5_000, totalMs: 15_000 }

/** Opens a fetcher, which reaches public hosts and the listed private ones. */
export const openFetcher = (settings: FetchSettings = {}): Fetcher => {
  const { privateHosts = [], resolve = systemResolve } = settings
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  const open = async (request: FetchRequest): Promise<OpenedAnswer> => {
    const signal = bounded(request, timeouts)
    let target = targetOf(request.url, request.from?.target, privateHosts)
    for (let hops = 0; hops <= redirectsMost; hops += 1) {
      const addresses = await within(signal, target.host, addressesOf(target, resolve))
      const answer = await exchange(target, addresses, { headers: headersOf(request) }, timeouts, signal)
      const location = redirects.includes(answer.statusCode) ? answer.headers.location : undefined
      if (location === undefined) return accepted(answer, target, request, signal)
      answer.body.destroy()
      target = targetOf(location, target, privateHosts)
    }
    throw new FetchRefusal('redirects', target.host)
  }
  /** Sends one request with its own headers, once and only to this address. */
  const exchangeOnce = async (
    request: Outgoing & { readonly url: string },
    patience: Pick<Timeouts, 'headMs' | 'idleMs'>,
    signal: AbortSignal,
  ) => {
    const target = targetOf(request.url, undefined, privateHosts)
    const addresses = await within(signal, target.host, addressesOf(target, resolve))
    const outgoing = { ...request, headers: { ...sentHeaders, ...request.headers } }
    return { host: target.host, answer: await exchange(target, addresses, outgoing, patience, signal) }
  }
  return {
    open,
    judge: (url) => targetOf(url, undefined, privateHosts),
    guard: (url) => guardOf(targetOf(url, undefined, privateHosts), resolve),
    hostOf: async (host, port) => {
      const target = hostTarget(host, port, privateHosts)
      return { addresses: await addressesOf(target, resolve), isPrivate: target.isPrivate }
    },
    read: async (request) => {
      const { content, ...head } = await open(request)
      return { ...head, bytes: await buffer(content) }
    },
    stream: async (request) => {
      const { maxBytes, signal } = request
      const { host, answer } = await exchangeOnce(request, request, signal)
      try {
        const content = contentOf(answer, host, maxBytes, signal)
        return { status: answer.statusCode, headers: answer.headers, content }
      } catch (error) {
        answer.body.destroy()
        throw error
      }
    },
    send: async (request) => {
      const { withinMs, maxBytes } = request
      const signal = bounded(request, { totalMs: withinMs })
      const { host, answer } = await exchangeOnce(request, { headMs: withinMs, idleMs: withinMs }, signal)
      try {
        const status = answer.statusCode
        if (redirects.includes(status)) throw new FetchRefusal('redirects', host)
        const bytes = await buffer(contentOf(answer, host, maxBytes, signal))
        return { status, headers: answer.headers, bytes, ...mediaTypeOf(answer.headers['content-type']) }
      } finally {
        answer.body.destroy()
      }
    },
  }
}

const guardOf =
  (target: Target, resolve: Resolve): LookupFunction =>
  (host, options, answer) => {
    addressesOf(target, resolve).then(
      (addresses) => pinnedTo(addresses)(host, options, answer),
      (error: Error) => answer(error, ''),
    )
  }

const bounded = ({ signal }: { readonly signal?: AbortSignal }, { totalMs }: Pick<Timeouts, 'totalMs'>) => {
  const late = AbortSignal.timeout(totalMs)
  return signal ? AbortSignal.any([signal, late]) : late
}

/** A resolver cannot be cancelled; its answer is not waited for any longer. */
const within = async <T>(signal: AbortSignal, host: string, work: Promise<T>): Promise<T> => {
  try {
    return await unlessAborted(work, signal)
  } catch (error) {
    throw signal.aborted ? refusalOf(error, host, signal) : error
  }
}

const sentHeaders = { 'accept-encoding': 'gzip, br', 'user-agent': userAgent }

const headersOf = ({ accept }: FetchRequest) => ({ ...sentHeaders, accept: accept.join(', ') })

const accepted = (answer: Answer, target: Target, { accept, maxBytes }: FetchRequest, signal: AbortSignal) => {
  const { host, url } = target
  try {
    if (answer.statusCode < 200 || answer.statusCode > 299)
      throw new FetchRefusal('status', host, undefined, answer.statusCode)
    const type = mediaTypeOf(answer.headers['content-type'])
    if (!isAccepted(type.mediaType, accept)) throw new FetchRefusal('type', host, undefined, undefined, type.mediaType)
    return { ...type, url, target, content: contentOf(answer, host, maxBytes, signal) }
  } catch (error) {
    answer.body.destroy()
    throw error
  }
}

/** All addresses of a name; an empty list or an error if it has none. */
type Resolve = (host: string) => Promise<readonly string[]>

const addressesMost = 16

const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)

/** A target's addresses, if all are public: a private one among them is an attempt to get there, and throws. */
const addressesOf = async ({ host, isPrivate }: Pick<Target, 'host' | 'isPrivate'>, resolve: Resolve) => {
  if (isIP(host)) return [host]
  const found = await resolve(host).catch((error: unknown) => {
    throw new FetchRefusal('unreachable', host, error)
  })
  if (found.length === 0) throw new FetchRefusal('unreachable', host)
  if (!isPrivate && !found.every(isPublicAddress))
    throw new FetchRefusal('unreachable', host, new Error(`${host} leads to ${found.join(', ')}`))
  return found.slice(0, addressesMost)
}

/** Parts that an address may have beside https, host, port and path. */
type AddressPart = 'http' | 'query' | 'fragment'

/**
 * An address from a person to which the server may send requests, without its fragment; undefined for any other text.
 * It has no user, and is public and https, or of a host that the operator named as a private one; `parts` allows more.
 * Where its name leads is judged with each connection.
 */
export const publicAddressOf = (
  text: string,
  fetcher: Pick<Fetcher, 'judge'>,
  ...parts: readonly AddressPart[]
): URL | undefined => {
  if ((text.includes('?') && !parts.includes('query')) || (text.includes('#') && !parts.includes('fragment')))
    return undefined
  try {
    const { isPrivate } = fetcher.judge(text)
    const url = new URL(text)
    url.hash = ''
    return isPrivate || url.protocol === 'https:' || parts.includes('http') ? url : undefined
  } catch (error) {
    if (error instanceof FetchRefusal) return undefined
    throw error
  }
}

/** Like `publicAddressOf`, for an address that paths are added to: without a query or a final slash. */
export const baseAddressOf = (text: string, fetcher: Pick<Fetcher, 'judge'>): string | undefined => {
  const url = publicAddressOf(text, fetcher)
  return url && `${url.origin}${url.pathname.replace(/\/{1,99}$/, '')}`
}
