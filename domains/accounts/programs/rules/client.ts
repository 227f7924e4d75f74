import { linePattern } from '../../../../platform/contract/schema.ts'
import { foreignJson } from '../../../../packages/foreign-json/index.ts'

/** A program, by its own description. */
export interface Client {
  readonly clientId: string
  readonly name: string
  readonly host: string
  readonly redirectUris: readonly string[]
}

const addressMostChars = 500
const redirectsMost = 50
const nameMostChars = 100

/**
 * True if a text is the address of a description: https, with a path, spelled as the URL standard does, so that no two
 * spellings are one program. Source: OAuth Client ID Metadata Document, section 3.
 */
export const isClientAddress = (text: string, { mayBeHttp }: { readonly mayBeHttp: boolean }): boolean => {
  if (text.length > addressMostChars || !URL.canParse(text)) return false
  const { protocol, href, pathname, hash, username, password } = new URL(text)
  const isScheme = protocol === 'https:' || (mayBeHttp && protocol === 'http:')
  return isScheme && href === text && pathname !== '/' && !hash && !username && !password && !text.includes('#')
}

/** Reads the description that came from `clientId`. Throws a ProgramRefusal if it is not usable. */
export const readClient = (clientId: string, json: string): Client => {
  const { client_id: own, client_name: given, redirect_uris: uris, ...rest } = objectIn(json)
  if (own !== clientId) throw new ProgramRefusal('other_client')
  if (rest.client_secret !== undefined || !['none', undefined].includes(rest.token_endpoint_auth_method as string))
    throw new ProgramRefusal('authentication')
  const name = typeof given === 'string' ? given.trim() : ''
  const isName = name.length > 0 && name.length <= nameMostChars && new RegExp(linePattern, 'u').test(name)
  if (!isName || !includes(rest.grant_types, 'authorization_code') || !includes(rest.response_types, 'code'))
    throw new ProgramRefusal('document')
  const isList = Array.isArray(uris) && uris.length > 0 && uris.length <= redirectsMost
  const redirectUris = isList ? uris.filter((one) => typeof one === 'string' && mayRedirect(one)) : []
  if (redirectUris.length === 0) throw new ProgramRefusal('document')
  return { clientId, name, host: new URL(clientId).host, redirectUris: redirectUris as string[] }
}

const objectIn = (json: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = foreignJson(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // As any other text that describes no program.
  }
  throw new ProgramRefusal('document')
}

const includes = (list: unknown, word: string) => list === undefined || (Array.isArray(list) && list.includes(word))

/** How long a description may be remembered, by `Cache-Control`: five minutes by default, and at most a day. */
export const rememberedMs = (cacheControl: string | undefined): number => {
  if (cacheControl === undefined) return 300_000
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return 0
  const seconds = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl)?.[1]
  return seconds === undefined ? 300_000 : Math.min(Number(seconds), 86_400) * 1_000
}

/** Why a program is not connected. */
export const refusalReasons = [
  'address',
  'unreachable',
  'document',
  'other_client',
  'authentication',
  'redirect',
  'parameter',
] as const

interface RefusalDetails {
  readonly reason: (typeof refusalReasons)[number]
  /** The parameter that is wrong. */
  readonly parameter: string | null
  /** The address of the browser's redirect, so that the program is notified. */
  readonly redirectTo: string | null
}

/** The reason why a program cannot be connected. */
export class ProgramRefusal extends Error {
  readonly details: RefusalDetails

  constructor(reason: RefusalDetails['reason'], about: Partial<Omit<RefusalDetails, 'reason'>> = {}) {
    super(`A program was refused: ${reason}`)
    this.name = 'ProgramRefusal'
    this.details = { reason, parameter: null, redirectTo: null, ...about }
  }
}

const redirectMostChars = 2_000
const loopback = ['127.0.0.1', '[::1]', 'localhost']

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopback.includes(hostname)

/**
 * True if an answer may be sent to an address at all: https, the computer of the person, or the private scheme of an
 * installed program, which has a dot. So no address runs a script. Source: RFC 8252, section 7.
 */
export const mayRedirect = (address: string): boolean => {
  if (address.length > redirectMostChars || !/^[\x21-\x7e]+$/.test(address) || address.includes('#')) return false
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username || url.password) return false
  return url.protocol === 'https:' || isLoopback(url) || /^[a-z][a-z0-9+-]*\.[a-z0-9+.-]*:$/.test(url.protocol)
}

/** True if a description names the address to the letter; a local port changes each time: RFC 8252, section 7.3. */
export const isNamedRedirect = (named: readonly string[], address: string): boolean =>
  mayRedirect(address) && named.some((one) => one === address || isSameLoopback(one, address))

const isSameLoopback = (named: string, address: string) => {
  if (!mayRedirect(named) || !isLoopback(new URL(named))) return false
  return withoutPort(named) === withoutPort(address)
}

const withoutPort = (address: string) => address.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*)):\d{1,5}(?=[/?]|$)/, '$1')

/** The address of the answer, as a person reads it. */
export const shownRedirect = (address: string): { readonly redirectHost: string; readonly isLocal: boolean } => {
  const url = new URL(address)
  return { redirectHost: url.host || url.protocol, isLocal: isLoopback(url) }
}

/** The address with the program's answer. Source: RFC 6749, section 4.1.2, and RFC 9207. */
export const redirectWith = (address: string, answer: Readonly<Record<string, string | undefined>>): string => {
  const fields = Object.entries(answer).filter((field): field is [string, string] => field[1] !== undefined)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(fields).toString()}`
}
