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

/**
 * True if a description names the address, to the letter. On the person's computer the port changes each time. Source:
 * RFC 8252, section 7.3.
 */
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
export const redirectWith = (address: string, told: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(told).filter((one): one is [string, string] => one[1] !== undefined)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`
}
