import { jsonObject } from '../../packages/foreign-json/index.ts'
import { type ComponentType, isObject, listOf, textOf } from '../../packages/lock-files/index.ts'
import { normalName } from './component.ts'
import { compareVersions } from './compare-versions.ts'

export interface VersionEvent {
  readonly introduced?: string
  readonly fixed?: string
  readonly last_affected?: string
}

/** Vulnerable versions of a package, as OSV lists them. */
export interface AffectedPackage {
  readonly type: ComponentType
  readonly name: string
  readonly versions: readonly string[]
  readonly ranges: readonly (readonly VersionEvent[])[]
}

export interface OsvRecord {
  /** Its id, such as `GHSA-35jh-r3h4-6jhm`; empty if it has none. */
  readonly id: string
  /** When it was taken back, in milliseconds; null while it counts. */
  readonly withdrawnMs: number | null
  readonly packages: readonly AffectedPackage[]
  /** Packages that it names and that cannot be judged here: of other ecosystems, or known only by commits. */
  readonly left: readonly string[]
}

const types: Readonly<Record<string, ComponentType | undefined>> = {
  npm: 'npm',
  JSR: 'jsr',
  PyPI: 'pypi',
  'crates.io': 'cargo',
  Go: 'golang',
  RubyGems: 'gem',
  Packagist: 'composer',
  NuGet: 'nuget',
  Maven: 'maven',
  Pub: 'pub',
  Hex: 'hex',
  SwiftURL: 'swift',
}

/** Reads a vulnerability. Undefined for a text that is no record. Source: https://ossf.github.io/osv-schema. */
export const readOsv = (text: string): OsvRecord | undefined => {
  const record = jsonObject(text)
  if (!record || !Array.isArray(record.affected)) return undefined
  const packages: AffectedPackage[] = []
  const left: string[] = []
  for (const one of listOf(record.affected)) {
    const registered = isObject(one) && isObject(one.package) ? one.package : {}
    const ecosystem = textOf(registered.ecosystem)
    const name = textOf(registered.name)
    const type = Object.hasOwn(types, ecosystem) ? types[ecosystem] : undefined
    const found = isObject(one) ? rangesOf(one) : { versions: [], ranges: [] }
    const isKnown = found.versions.length + found.ranges.length > 0
    if (type && name !== '' && isKnown) packages.push({ type, name: normalName(type, name), ...found })
    else left.push([ecosystem, name].filter((part) => part !== '').join(': ') || 'a package without a name')
  }
  const withdrawnMs = Date.parse(textOf(record.withdrawn))
  return { id: textOf(record.id), withdrawnMs: Number.isNaN(withdrawnMs) ? null : withdrawnMs, packages, left }
}

const rangesOf = (one: Record<string, unknown>): Pick<AffectedPackage, 'versions' | 'ranges'> => ({
  versions: listOf(one.versions).filter((version) => typeof version === 'string'),
  ranges: listOf(one.ranges).flatMap((range) =>
    isObject(range) && range.type !== 'GIT' ? [listOf(range.events).flatMap(eventOf)] : [],
  ),
})

const eventOf = (event: unknown): VersionEvent[] => {
  if (!isObject(event)) return []
  for (const name of ['introduced', 'fixed', 'last_affected'] as const)
    if (typeof event[name] === 'string') return [{ [name]: event[name] }]
  return []
}

export type Judgement = 'affected' | 'unaffected' | 'unknown'

/** Whether a version is among the affected ones; `unknown` if it cannot be compared with the versions in the record. */
export const judge = ({ type, versions, ranges }: AffectedPackage, version: string): Judgement => {
  if (versions.includes(version)) return 'affected'
  const judged = ranges.map((events) => judgeRange(type, events, version))
  if (judged.includes('affected')) return 'affected'
  return judged.includes('unknown') ? 'unknown' : 'unaffected'
}

const judgeRange = (type: ComponentType, events: readonly VersionEvent[], version: string): Judgement => {
  const points = events.map((event) => ({ event, at: event.introduced ?? event.fixed ?? event.last_affected ?? '0' }))
  const orders = points.map(({ event, at }) => (event.introduced === '0' ? 1 : compareVersions(type, version, at)))
  if (orders.includes(undefined)) return 'unknown'
  // The last event that the version has reached decides; the two that share a place are in the order of the record.
  const reached = points.filter(({ event }, at) => orders[at]! > (event.last_affected === undefined ? -1 : 0))
  const last = reached.toSorted((one, other) => {
    if (one.event.introduced === '0') return -1
    return other.event.introduced === '0' ? 1 : (compareVersions(type, one.at, other.at) ?? 0)
  })
  return last.at(-1)?.event.introduced === undefined ? 'unaffected' : 'affected'
}

interface PackagesToJudge {
  readonly packages: readonly AffectedPackage[]
  readonly found: readonly { readonly type: string; readonly name: string; readonly version: string }[]
}

/** Judges versions of packages. The result has one judgement for each. */
export const judgeAll = ({ packages, found }: PackagesToJudge): Judgement[] => {
  const byName = Map.groupBy(packages, ({ type, name }) => `${type} ${name}`)
  return found.map(({ type, name, version }) => {
    const judged = (byName.get(`${type} ${name}`) ?? []).map((one) => judge(one, version))
    return judged.find((one) => one === 'affected') ?? judged.find((one) => one === 'unknown') ?? 'unaffected'
  })
}
