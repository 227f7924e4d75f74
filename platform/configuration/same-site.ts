import { isIP } from 'node:net'

// Second labels under which people register names, as in example.co.uk.
const registries = ['ac', 'co', 'com', 'edu', 'go', 'gob', 'gov', 'gv', 'ne', 'net', 'or', 'org']

/**
 * Whether browsers may treat two hosts as one site, so that either could set cookies for the other. It errs on the side
 * of yes: the rules by which suffixes are registered are not known here, and names below them may count as one site.
 */
export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other)

const siteOf = (host: string): string => {
  const name = host.toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return name
  const [second = '', first = ''] = labels.slice(-2)
  const isRegistry = first.length === 2 && registries.includes(second) && labels.length > 2
  return labels.slice(isRegistry ? -3 : -2).join('.')
}
