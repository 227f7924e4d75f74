import ipaddr from 'ipaddr.js'

/** The unit of counting: an IPv4 address by itself, an IPv6 address with its /64, which one household has. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
