import ipaddr from 'ipaddr.js'

/** The unit for counting: an IPv4 address, or the /64 of an IPv6 address, which a household has. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
