import { isIP } from 'node:net'

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const namePattern = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})*$`)

/** A host name in lower case without a final dot; undefined for an address and for an invalid name (RFC 1123, 2.1). */
export const hostName = (text: string): string | undefined => {
  const name = text.toLowerCase().replace(/\.$/, '')
  return namePattern.test(name) && !isIP(name) && !/^[0-9.]+$/.test(name) ? name : undefined
}

/**
 * A test over host names from a list of exact names and `*.suffix` patterns. A suffix means the names below it, at any
 * depth, and not the name itself. Throws a sentence for a pattern that is neither.
 */
export const allowedHosts = (patterns: readonly string[]): ((name: string) => boolean) => {
  const exact = new Set<string>()
  const suffixes: string[] = []
  for (const pattern of patterns) {
    const name = hostName(pattern.startsWith('*.') ? pattern.slice(2) : pattern)
    if (!name) throw new Error(`"${pattern}" is no host name. Write packages.example.com or *.example.com.`)
    if (pattern.startsWith('*.')) suffixes.push(`.${name}`)
    else exact.add(name)
  }
  return (name) => exact.has(name) || suffixes.some((suffix) => name.endsWith(suffix) && name.length > suffix.length)
}
