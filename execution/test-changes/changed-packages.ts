import { changedOrigins, type ChangedOrigin } from '../setup/index.ts'
import type { Change, FileChange, Finding } from './change.ts'

const shownMost = 20

/** Packages of lock files whose content or address differs under a name and version that stay. */
export const changedPackageOrigins = (change: Change): Finding[] =>
  change.files.flatMap((file) => {
    const { text } = file
    if (text.before === undefined || text.after === undefined) return []
    const found = changedOrigins(file.path, text.before, text.after)
    const ofKind = (kind: ChangedOrigin['kind']) => found.filter((one) => one.kind === kind)
    return [
      ...shownOf(ofKind('content')).map(({ origin, more }) => otherContent(file, origin, more)),
      ...shownOf(ofKind('commit')).map(({ origin, more }) => otherCommit(file, origin, more)),
      ...together(file, ofKind('more'), moreArchives),
      ...together(file, ofKind('address'), otherAddresses),
      ...together(file, ofKind('host'), newHosts),
    ]
  })

/** The first findings; the last of them says how many more there are. */
const shownOf = (origins: readonly ChangedOrigin[]) =>
  origins.slice(0, shownMost).map((origin, at) => ({
    origin,
    more: at === shownMost - 1 ? origins.length - shownMost : 0,
  }))

const otherContent = ({ path }: FileChange, origin: ChangedOrigin, more: number): Finding => ({
  kind: 'package_replaced',
  level: 'refuse',
  path,
  line: origin.line,
  reason: `${placeOf(path, origin)} ${how(origin)}, under the same version. Restore the entry, or change the version.${andMore(more)}`,
})

const how = ({ before, after }: ChangedOrigin) =>
  after === ''
    ? `has no hash any more (it was “${short(before)}”)`
    : `is now “${short(after)}” and was “${short(before)}”`

const otherCommit = ({ path }: FileChange, origin: ChangedOrigin, more: number): Finding => ({
  kind: 'package_commit_changed',
  level: 'ask',
  path,
  line: origin.line,
  reason: `${placeOf(path, origin)} comes from another commit: “${short(origin.after)}”, before “${short(origin.before)}”. Look at what the commit contains.${andMore(more)}`,
})

const together = (
  { path }: FileChange,
  origins: readonly ChangedOrigin[],
  say: (path: string, first: ChangedOrigin, packages: string) => Pick<Finding, 'kind' | 'reason'>,
): Finding[] => {
  const [first] = origins
  if (!first) return []
  const packages = origins.length === 1 ? '1 package' : `${origins.length} packages`
  return [{ level: 'ask', path, line: first.line, ...say(path, first, packages) }]
}

const moreArchives = (path: string, first: ChangedOrigin, packages: string) => ({
  kind: 'package_hash_added',
  reason: `${placeOf(path, first)} has a hash that cannot be compared with its earlier ones: “${short(first.after)}”. This concerns ${packages}. Check them against the registry.`,
})

const otherAddresses = (path: string, first: ChangedOrigin, packages: string) => ({
  kind: 'package_address_changed',
  reason: `${placeOf(path, first)} is fetched from “${short(first.after)}”, before from “${short(first.before)}”, with the same hash. This concerns ${packages}. Check that the registry is yours.`,
})

const newHosts = (path: string, first: ChangedOrigin, packages: string) => ({
  kind: 'package_from_new_host',
  reason: `${placeOf(path, first)} is fetched from ${first.after}, from which no package came before. This concerns ${packages}. Check that the registry is yours.`,
})

const placeOf = (path: string, { line, name, version }: ChangedOrigin) =>
  `${path}:${line} the package ${name.slice(0, 100)} ${version.slice(0, 60)}`
const short = (text: string) => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
const andMore = (more: number) => (more > 0 ? ` ${more} more packages differ in the same way.` : '')
