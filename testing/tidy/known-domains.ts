import { domainOf, importsOf, isTest } from './imports.ts'
import type { Rule, Tree } from './source.ts'

/** The most other domains that a domain imports, types included. */
const most: Readonly<Record<string, number>> = { 'delivery/runs': 18 }

/** A domain with a limit imports no more domains than that: what a step asks several of has one door below them. */
export const knownDomains: Rule = ({ path }, tree) => {
  const own = /^domains\/(.+)\/domain\.ts$/.exec(path)?.[1]
  const limit = own === undefined ? undefined : most[own]
  if (own === undefined || limit === undefined) return []
  const others = domainsKnownBy(own, tree)
  if (others.length <= limit) return []
  return [
    {
      path,
      line: 1,
      wrong: `${own} imports ${others.length} domains, at most ${limit}: ${others.join(', ')}`,
      instead: 'Let a domain that it knows ask the new one, and answer for it.',
    },
  ]
}

const domainsKnownBy = (own: string, tree: Tree): readonly string[] => {
  const others = new Set<string>()
  for (const source of tree.values()) {
    if (domainOf(source.path) !== own || isTest(source.path)) continue
    for (const { target } of importsOf(source)) {
      const other = domainOf(target)
      if (other !== undefined && other !== own) others.add(other)
    }
  }
  return [...others].sort()
}
