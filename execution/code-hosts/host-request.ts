import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { CodeHostFailure, wordsIn } from './failure.ts'
import { jsonOf } from '../../packages/foreign-json/index.ts'

export type CodeHostKind = 'github' | 'gitea' | 'gitlab'

/** An app of GitHub that is installed at an account. */
export interface GitHubApp {
  /** Its id, or its client id. */
  readonly appId: string
  readonly installationId: string
  /** An RSA key as PEM. */
  readonly privateKey: string
}

interface HostAddress {
  readonly kind: CodeHostKind
  /** Where people open it, without a final slash. */
  readonly baseUrl: string
}

/** A code host, and the token or the app by which it is spoken to. */
export type CodeHostAccess =
  | (HostAddress & { readonly token: string; readonly app?: undefined })
  | (HostAddress & { readonly app: GitHubApp; readonly token?: undefined })

export interface HostAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The parsed body of a success; an empty object for other statuses and for an empty body. Long strings are cut. */
  readonly body: unknown
  /** The host's own words about a refusal. */
  readonly said?: string | undefined
}

const withinMs = 30_000
/** The bound of an answer, and its bound after long strings are cut. */
const answerMaxBytes = 32 * 1024 ** 2
const cutMaxBytes = 4 * 1024 ** 2
/** The bound of a string: longer than any shown text in its longest encoding. */
const stringMaxBytes = 32 * 1024
const page = 'https://github.com'

/** Where the host's own interface answers. Sources: GitHub REST API 2022-11-28, Gitea API 1.1, GitLab REST API v4. */
const interfaceOf = ({ kind, baseUrl }: HostAddress) => {
  if (kind === 'gitea') return `${baseUrl}/api/v1`
  if (kind === 'gitlab') return `${baseUrl}/api/v4`
  return baseUrl === page ? 'https://api.github.com' : `${baseUrl}/api/v3`
}

const headersOf = ({ kind }: HostAddress, token: string): Readonly<Record<string, string>> => {
  if (kind === 'gitea') return { authorization: `token ${token}`, accept: 'application/json' }
  if (kind === 'gitlab') return { 'private-token': token, accept: 'application/json' }
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }
}

/** The header by which git is let in over HTTPS: all hosts take a token as a password. */
export const gitAuthorization = (token: string): string =>
  `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`

export interface HostCall {
  /** Below the address of the host's interface, with a slash before it. */
  readonly path: string
  /** `POST` with a body and `GET` without one, by default. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly body?: object
}

/** Sends one request with a token to the interface of a code host. Throws a `CodeHostFailure`. */
export const askWith = async (
  token: string,
  fetcher: Fetcher,
  host: HostAddress,
  { path, body, method = body ? 'POST' : 'GET' }: HostCall,
  signal: AbortSignal,
): Promise<HostAnswer> => {
  const more: Readonly<Record<string, string>> = body ? { 'content-type': 'application/json' } : {}
  const name = new URL(host.baseUrl).host
  try {
    const { status, headers, content } = await fetcher.stream({
      url: interfaceOf(host) + path,
      method,
      body: body && JSON.stringify(body),
      headers: { ...headersOf(host, token), ...more, 'user-agent': 'Atelier' },
      maxBytes: answerMaxBytes,
      headMs: withinMs,
      idleMs: withinMs,
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
    })
    const bytes = await withCutStrings(content, name)
    if (status >= 300) return { status, headers, body: {}, said: wordsIn(bytes) }
    return { status, headers, body: bytes.length > 0 ? bodyOf(bytes, name) : {} }
  } catch (error) {
    if (error instanceof FetchRefusal) throw new CodeHostFailure('unreachable', error.message, error)
    throw error
  }
}

const withCutStrings = async (content: Readable, name: string): Promise<Buffer> => {
  const cut = openStringCutter(stringMaxBytes)
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of content as AsyncIterable<Buffer>) {
    const rest = cut(piece)
    sizeBytes += rest.length
    if (sizeBytes > cutMaxBytes) throw new FetchRefusal('size', name)
    pieces.push(rest)
  }
  return Buffer.concat(pieces)
}

/** The path of an address of the host's own interface; undefined for any other: the token goes nowhere else. */
export const pathOfAddress = (host: HostAddress, address: string | undefined): string | undefined => {
  const before = `${interfaceOf(host)}/`
  const url = address !== undefined && URL.canParse(address, before) ? new URL(address, before).href : ''
  return url.startsWith(before) ? url.slice(before.length - 1) : undefined
}

export type Fields = Readonly<Record<string, unknown>>

/** The properties of an answer; none if it is no object. */
export const fieldsOf = (body: unknown): Fields => (typeof body === 'object' && body !== null ? (body as Fields) : {})

const bodyOf = (bytes: Buffer, name: string): unknown => {
  const answer = jsonOf(bytes)
  if (typeof answer === 'object' && answer !== null) return answer
  const sentence = `The code host ${name} answers, but not as a code host does. Look at its address.`
  throw new CodeHostFailure('unreachable', sentence)
}

const quote = 0x22
const backslash = 0x5c
const unicodeEscape = 0x75
/** The state after a backslash: the kind of the escape is not known yet. */
const escapeBegan = 5

/**
 * A cutter of JSON that comes in pieces: each string ends after `mostBytes` of its source, so that a long body loses
 * only its own end. Valid JSON stays valid: no escape and no character is cut in its middle.
 */
export const openStringCutter = (mostBytes: number): ((piece: Buffer) => Buffer) => {
  let isInside = false
  let isDropping = false
  let length = 0
  /** The bytes of an escape that are still to come. */
  let escape = 0
  return (piece) => {
    const kept = Buffer.allocUnsafe(piece.length)
    let size = 0
    for (const byte of piece) {
      if (!isInside || (byte === quote && escape === 0)) {
        if (byte === quote) {
          isInside = !isInside
          isDropping = false
          length = 0
        }
        kept[size] = byte
        size += 1
        continue
      }
      if (escape === escapeBegan) escape = byte === unicodeEscape ? 4 : 0
      else if (escape > 0) escape -= 1
      else {
        // Not before a byte that continues with a character.
        if (length >= mostBytes && (byte & 0xc0) !== 0x80) isDropping = true
        if (byte === backslash) escape = escapeBegan
      }
      if (isDropping) continue
      length += 1
      kept[size] = byte
      size += 1
    }
    return kept.subarray(0, size)
  }
}
