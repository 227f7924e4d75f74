import { isLockFile } from '../../lock-files/index.ts'
import { changedOrigins, type ChangedOrigin } from '../../lock-files/in-thread.ts'
import { findingAt, findingOn, type Change, type FileChange, type Finding } from './change.ts'

const shownMost = 20

/** Packages of lock files with other content or addresses under the same version, and entries that cannot be read. */
export const changedPackageOrigins = (change: Change): Finding[] =>
  change.files.flatMap((file) => {
    const { text } = file
    if (text.after === undefined) return text.kind !== 'deleted' && isLockFile(file.path) ? [unreadLock(file)] : []
    const found = changedOrigins(file.path, text.before, text.after)
    const ofKind = (kind: ChangedOrigin['kind']) => found.filter((one) => one.kind === kind)
    return [
      ...shownOf(ofKind('content')).map(({ origin, more }) => otherContent(file, origin, more)),
      ...shownOf(ofKind('commit')).map(({ origin, more }) => otherCommit(file, origin, more)),
      ...together(file, ofKind('more'), 'package_hash_added', moreArchives),
      ...together(file, ofKind('address'), 'package_address_changed', otherAddresses),
      ...together(file, ofKind('host'), 'package_from_new_host', newHosts),
      ...unknownEntries(file, ofKind('unknown')),
    ]
  })

/** The first findings; the last has the number of further findings. */
const shownOf = (origins: readonly ChangedOrigin[]) =>
  origins.slice(0, shownMost).map((origin, at) => ({
    origin,
    more: at === shownMost - 1 ? origins.length - shownMost : 0,
  }))

const otherContent = ({ path }: FileChange, origin: ChangedOrigin, more: number): Finding => {
  const does = `${packageOf(origin)} ${contentNow(origin)}, under the same version. Restore the entry, or change the version.${andMore(more)}`
  return findingAt(path, origin.line, 'package_replaced', does, 'refuse')
}

const contentNow = ({ before, after }: ChangedOrigin) =>
  after === ''
    ? `has no hash any more (it was “${short(before)}”)`
    : `is now “${short(after)}” and was “${short(before)}”`

const otherCommit = ({ path }: FileChange, origin: ChangedOrigin, more: number): Finding => {
  const does = `${packageOf(origin)} comes from another commit: “${short(origin.after)}”, before “${short(origin.before)}”. Look at what the commit contains.${andMore(more)}`
  return findingAt(path, origin.line, 'package_commit_changed', does)
}

const together = (
  { path }: FileChange,
  origins: readonly ChangedOrigin[],
  kind: string,
  say: (first: ChangedOrigin) => string,
): Finding[] => {
  const [first] = origins
  if (!first) return []
  const packages = origins.length === 1 ? '1 package' : `${origins.length} packages`
  const advice =
    kind === 'package_hash_added' ? 'Check them against the registry.' : 'Check that the registry is yours.'
  return [findingAt(path, first.line, kind, `${packageOf(first)} ${say(first)}. This concerns ${packages}. ${advice}`)]
}

const moreArchives = ({ after }: ChangedOrigin) =>
  `has a hash that cannot be compared with its earlier ones: “${short(after)}”`

const otherAddresses = ({ before, after }: ChangedOrigin) =>
  `is fetched from “${short(after)}”, before from “${short(before)}”, with the same hash`

const newHosts = ({ after }: ChangedOrigin) => `is fetched from ${after}, from which no package came before`

const unknownEntries = (file: FileChange, [first, ...others]: readonly ChangedOrigin[]): Finding[] => {
  if (!first) return []
  if (first.after === '') return [unreadLock(file)]
  const entries = others.length === 0 ? '1 entry' : `${others.length + 1} entries`
  const does = `is no entry that is understood: “${short(first.after)}”. This concerns ${entries}. Look at what they bring.`
  return [findingAt(file.path, first.line, 'package_unread', does)]
}

const unreadLock = ({ path }: FileChange): Finding => {
  const does = 'is a lock file that cannot be read, so that its packages are not compared. Look at what it brings.'
  return findingOn(path, 'package_unread', `${path} ${does}`)
}

const packageOf = ({ name, version }: ChangedOrigin) => `the package ${name.slice(0, 100)} ${version.slice(0, 60)}`
const short = (text: string) => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
const andMore = (more: number) => (more > 0 ? ` ${more} more packages differ in the same way.` : '')
