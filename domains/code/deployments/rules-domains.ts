import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { InvalidField } from '../../../platform/contract/index.ts'

// RFC 1123: at most 63 letters, digits and hyphens, without a hyphen at an end.
const labelForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Names that no DNS of the internet answers for. */
const reserved = ['localhost', 'local', 'internal', 'invalid', 'test', 'example', 'onion', 'arpa', 'alt']

/** Letters, digits, hyphens and dots: `domainToASCII` would cut a text at other characters, decode it or leave some out. */
const plainForm = /^[\p{L}\p{M}\p{N}.-]+$/u

/** A domain as DNS compares it; undefined for any text that is not a domain of the internet. */
export const normalDomain = (text: string): string | undefined => {
  if (!plainForm.test(text) || text.normalize('NFC') !== text.normalize('NFKC')) return undefined
  const ascii = domainToASCII(text.replace(/\.$/, '')).toLowerCase()
  const labels = ascii.split('.')
  const isDomain =
    ascii.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => labelForm.test(label)) &&
    isIP(ascii) === 0 &&
    !/^\d+$/.test(labels.at(-1)!)
  return isDomain && !reserved.includes(labels.at(-1)!) ? ascii : undefined
}

/** True if a host equals the domain or is below it. */
export const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** The faults of a domain for production; hosts of this server itself belong to no project. */
export const domainFaults = (domain: string | undefined, ownHosts: readonly string[]): readonly InvalidField[] => {
  if (domain === undefined)
    return [{ path: 'domain', message: 'write a domain such as www.example.com', rule: 'domain' }]
  const own = ownHosts.some((host) => isBelow(domain, host))
  return own
    ? [{ path: 'domain', message: 'belongs to this server; write a domain of your own', rule: 'reserved' }]
    : []
}

export const domainStatus = ({ connectedAt }: { readonly connectedAt: Date | null }): 'pending_dns' | 'connected' =>
  connectedAt === null ? 'pending_dns' : 'connected'

/** Where the proof of a domain is looked for. */
export const proofName = (domain: string): string => `_atelier.${domain}`

/** The records that the DNS of a domain needs; `target` is the host of production, once there is one. */
export const dnsRecordsFor = (
  { domain, proof }: { readonly domain: string; readonly proof: string },
  target: string | undefined,
): { readonly type: 'TXT' | 'CNAME'; readonly name: string; readonly value: string }[] => [
  { type: 'TXT', name: proofName(domain), value: proof },
  ...(target === undefined ? [] : [{ type: 'CNAME', name: domain, value: target } as const]),
]

/** The answers of DNS about a domain; undefined for a missing answer. */
export interface DnsAnswers {
  readonly txt: readonly string[] | undefined
  readonly cname: readonly string[] | undefined
}

/** True if a domain has its proof and is an alias of production's host; null if missing answers could decide it. */
export const isConnected = (
  { txt, cname }: DnsAnswers,
  { proof, target }: { readonly proof: string; readonly target: string | undefined },
): boolean | null => {
  const hasProof = txt?.includes(proof)
  const leadsHere = cname?.some((name) => name.toLowerCase().replace(/\.$/, '') === target?.toLowerCase())
  if (target === undefined || hasProof === false || leadsHere === false) return false
  return hasProof && leadsHere ? true : null
}
