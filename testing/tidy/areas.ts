import { importsOf, isTest } from './imports.ts'
import type { Rule } from './source.ts'

/** From the ground up. Areas of one floor do not import one another. */
export const areaFloors: readonly (readonly string[])[] = [
  ['code'],
  ['accounts'],
  ['record'],
  ['agents'],
  ['delivery'],
  ['growth', 'billing'],
]
const areaOf = (path: string) => /^domains\/([^/]+)\/[^/]+\//.exec(path)?.[1]
const floorOf = (area: string) => areaFloors.findIndex((areas) => areas.includes(area))

/**
 * The areas of domains/ are floors: one imports only from those below it, types and contracts included. See
 * decisions/0132.
 */
export const areas: Rule = (source) => {
  const from = areaOf(source.path)
  if (from === undefined || isTest(source.path)) return []
  if (floorOf(from) < 0) {
    const instead = 'Give the area its floor in testing/tidy/areas.ts, and its subject in docs/write-areas.ts.'
    return [{ path: source.path, line: 1, wrong: `stands in the area ${from}, which has no floor`, instead }]
  }
  return importsOf(source).flatMap(({ target, line }) => {
    const to = areaOf(target)
    if (to === undefined || to === from || floorOf(to) < floorOf(from)) return []
    const instead = `Declare a hook in domains/domain.ts that ${to} fills in its manifest, or move what both need below.`
    return [{ path: source.path, line, wrong: `${from} imports ${target}`, instead }]
  })
}
