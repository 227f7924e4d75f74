import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { FetchRefusal } from './refusal.ts'

const urlMost = 2_048
const ports = ['80', '443', '8080', '8443']

/** Where one request leads. `host` is a name or an address in small letters, without brackets and final dot. */
export interface Target {
  readonly url: URL
  readonly host: string
  readonly port: number
  /** One of the operator's private hosts: its addresses are not looked at. */
  readonly isPrivate: boolean
}

/**
 * Checks an address before anything is looked up. `from` is what led to it, a page or a redirect: from the public
 * internet nothing leads to a private host, and from https nothing to http. Throws a FetchRefusal.
 */
export const targetOf = (text: string, from: Target | undefined, privateHosts: readonly string[]): Target => {
  const url = urlOf(text, from?.url.href)
  const host = hostOf(url)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const isPrivate = isListed(privateHosts, host, port)
  if (url.username || url.password) throw new FetchRefusal('credentials')
  if (from?.url.protocol === 'https:' && url.protocol === 'http:') throw new FetchRefusal('downgrade', from.host)
  if (isPrivate && from && !from.isPrivate) throw new FetchRefusal('unreachable', host)
  if (!isPrivate && !mayBePublic(host)) throw new FetchRefusal('unreachable', host)
  if (!isPrivate && !ports.includes(port)) throw new FetchRefusal('port', host)
  return { url, host, port: Number(port), isPrivate }
}

/** As targetOf, for a host and a port of another protocol than HTTP. */
export const hostTarget = (host: string, port: number, privateHosts: readonly string[]) => {
  const name = hostOf(urlOf(`http://${host.includes(':') ? `[${host}]` : host}`, undefined))
  const isPrivate = isListed(privateHosts, name, String(port))
  if (!isPrivate && !mayBePublic(name)) throw new FetchRefusal('unreachable', name)
  return { host: name, isPrivate }
}

// The URL standard turns every spelling of an IPv4 address (decimal, octal, hexadecimal, short) into the dotted one.
const urlOf = (text: string, base: string | undefined) => {
  const url = text.length <= urlMost && URL.canParse(text, base) ? new URL(text, base) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href.length > urlMost * 3)
    throw new FetchRefusal('address')
  url.hash = ''
  return url
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

const isListed = (privateHosts: readonly string[], host: string, port: string) => {
  const name = host.includes(':') ? `[${host}]` : host
  return privateHosts.includes(`${name}:${port}`) || (ports.includes(port) && privateHosts.includes(name))
}

/** A public address, or a name of at least two parts: a single part would be completed by the machine's own domain. */
const mayBePublic = (host: string) => (isIP(host) ? isPublicAddress(host) : /^[^.]+(\.[^.]+)+$/.test(host))
