import type { Component } from './component.ts'

const algorithms = [
  ['sha512', 'SHA-512', 128],
  ['sha384', 'SHA-384', 96],
  ['sha256', 'SHA-256', 64],
  ['sha1', 'SHA-1', 40],
] as const

/**
 * The hash of the only archive that a lock file names; undefined if there are several, or no hash with an algorithm.
 */
export const hashOf = (hashes: ReadonlyMap<string, string>): Component['hash'] => {
  for (const [name, alg, digits] of algorithms) {
    const base64 = hashes.get(name)
    if (base64 === undefined) continue
    const content = base64.length === digits ? base64 : Buffer.from(base64, 'base64').toString('hex')
    if (content.length === digits) return { alg, content }
  }
  const checksum = hashes.get('checksum')
  return checksum !== undefined && /^[0-9a-f]{64}$/.test(checksum) ? { alg: 'SHA-256', content: checksum } : undefined
}

const addressMostChars = 2_000

/** An address of the web without what signs in there: names, passwords and the query. */
export const withoutLogin = (address: string | undefined): string | undefined => {
  if (address === undefined || address.length > addressMostChars) return undefined
  const url = URL.parse(address.replace(/^(?:git|registry|sparse)\+/, ''))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return `${url.protocol}//${url.host}${url.pathname}`
}
