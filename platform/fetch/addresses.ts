import { BlockList, isIPv4, isIPv6 } from 'node:net'

// Source: IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890), and multicast (RFC 5771).
const special4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

// Non-public blocks within 2000::/3, the only public block: protocol assignments with Teredo, documentation, 6to4.
const special6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const notPublic = new BlockList()
for (const [net, bits] of special4) notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of special6) notPublic.addSubnet(net, bits, 'ipv6')

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/**
 * True for an address of the public internet, in text. False for loopback, private, link-local, shared, multicast and
 * reserved ranges, for IPv4 inside IPv6 in any form, and for a text that is not an address.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

const absent = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * The records that a question to DNS found: none if the name or its record does not exist, undefined if DNS did not
 * answer, such as after a time-out or SERVFAIL. Only the former is information about the domain.
 */
export const dnsRecords = async <Found>(question: Promise<readonly Found[]>): Promise<readonly Found[] | undefined> => {
  try {
    return await question
  } catch (error) {
    return absent.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
  }
}
