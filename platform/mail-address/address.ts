import { domainToASCII } from 'node:url'

/** Whose mail it is: a name to show, and an address. */
export interface Mailbox {
  readonly name?: string
  readonly address: string
}

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const dotted = new RegExp(`^${atom}(\\.${atom})*$`, 'u')
// Without angle brackets, which end an address in the envelope.
const quoted = /^"([ !#-;=?-[\]-~]|\\[ -;=?-~])*"$/
const host = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i

/**
 * The address as SMTP sends it, its domain in ASCII (IDNA): undefined if it is not an address, has an IP address as its
 * domain, or is too long. Source: RFC 5321, sections 4.1.2 and 4.5.3.1; RFC 6531, section 3.3.
 */
export const deliverableAddress = (text: string): string | undefined => {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (at < 1 || !isLocalPart(local)) return undefined
  const domain = asciiDomain(address.slice(at + 1))
  const whole = domain && `${local}@${domain}`
  return whole && Buffer.byteLength(whole) <= 254 ? whole : undefined
}

const isLocalPart = (local: string) =>
  Buffer.byteLength(local) <= 64 && local.isWellFormed() && (dotted.test(local) || quoted.test(local))

const asciiDomain = (domain: string) => {
  // The parser of addresses in URLs would decode per cent signs and read numbers as IPv4.
  if (/[\s%/\\?#:[\]]/.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  const fits = host.test(ascii) && ascii.length <= 253 && labels.every((label) => label.length <= 63)
  return fits && !/^\d+$/.test(labels.at(-1)!) ? ascii : undefined
}

/** Reads `Name <address>`, `"Name" <address>` or a bare address; undefined for anything else. */
export const readMailbox = (text: string): Mailbox | undefined => {
  const [, quotedName, bareName = quotedName, inside] =
    /^(?:"([^"<>]{0,500})"|([^"<>]{0,500}))\s{0,99}<([^<>]{1,500})>$/.exec(text.trim()) ?? []
  const address = deliverableAddress(inside ?? text)
  const name = bareName?.trim() ?? ''

  if (!address || name.length > 100 || /[\x00-\x1f\x7f]/.test(name)) return undefined
  return name === '' ? { address } : { name, address }
}

/** The server that takes mail. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** From the first byte, by STARTTLS, which must succeed, or not at all. */
  readonly tls: 'implicit' | 'required' | 'off'
  readonly user?: string
  readonly password?: string
}
