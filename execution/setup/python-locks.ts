import { asUvLock } from './older-poetry-lock.ts'
import type { SetupFiles } from './phases.ts'
import { linterAlone } from './python-requirements.ts'
import { isTable, type Table, tableOf, tablesOf, textOf, tomlIn } from './toml-tables.ts'

/**
 * The packages in `uv.lock` or `poetry.lock` that a project and its tests need, as a requirements file for pip with
 * wheel hashes. Undefined if the lock file has a package that pip cannot take so: one from git, from an address or a
 * folder, one without a wheel, or a format that does not show which packages tests need.
 */
export const lockedRequirements = (files: SetupFiles): readonly string[] | undefined => {
  const uv = files.get('uv.lock')
  const text = uv ?? files.get('poetry.lock') ?? ''
  const lock = text.length > lockMostChars ? {} : tomlIn(text)
  const needed = uv === undefined ? neededOfPoetry(lock, files) : neededOfUv(lock)
  const lines = needed?.map(lineOf)
  return lines?.some((line) => line === undefined) ? undefined : (lines as readonly string[] | undefined)
}

const lockMostChars = 8 * 2 ** 20
const alternativesMost = 12
const markerMostChars = 1_000

interface NeededPackage {
  readonly name: string
  readonly version: string
  /** The conditions, one of which has to hold; empty if it always does. */
  readonly markers: readonly string[]
  readonly hashes: readonly string[]
}

/** The test groups; development groups only if no group is just for tests. */
const testGroups = (names: readonly string[]): readonly string[] => {
  const tests = names.filter((name) => /^(tests?|testing)$/i.test(name))
  return tests.length > 0 ? tests : names.filter((name) => /^(dev|develop|development|ci)$/i.test(name))
}

const lineOf = ({ name, version, markers, hashes }: NeededPackage): string | undefined => {
  const marker = markers.map((one) => (markers.length > 1 ? `(${one})` : one)).join(' or ')
  const isPlain =
    /^[A-Za-z0-9][\w.-]*$/.test(name) && /^[\w.!+-]+$/.test(version) && /^[\w '"().,*<>=!~+-]*$/.test(marker)
  if (!isPlain || hashes.length === 0 || hashes.some((hash) => !/^sha256:[0-9a-f]{64}$/.test(hash))) return undefined
  return [
    `${name}==${version}`,
    ...(marker === '' ? [] : [`; ${marker}`]),
    ...hashes.map((hash) => `--hash=${hash}`),
  ].join(' ')
}

const neededOfUv = (lock: Table): readonly NeededPackage[] | undefined => {
  const packages = tablesOf(lock.package)
  const found = new Map<Table, Set<string>>()
  const waiting: { readonly one: Table; readonly marker: string; readonly lists: readonly unknown[] }[] = packages
    .filter(isOwn)
    .map((one) => ({ one, marker: '', lists: [one.dependencies, ...testLists(one)] }))
  const named = Map.groupBy(packages, ({ name }) => name)
  // The list grows during the loop.
  for (const next of waiting) {
    for (const edge of next.lists.flatMap(tablesOf)) {
      const to = named.get(edge.name)?.find(({ version }) => edge.version === undefined || edge.version === version)
      if (!to) return undefined
      const marker = bothOf(next.marker, textOf(edge.marker))
      const extras = Array.isArray(edge.extra) ? edge.extra.map(textOf) : []
      const ways = found.get(to) ?? new Set()
      found.set(to, ways)
      const key = `${extras.sort().join()};${marker}`
      if (ways.has(key) || ways.has(`${extras.join()};`)) continue
      ways.add(ways.size < alternativesMost ? key : `${extras.join()};`)
      const optional = tableOf(to['optional-dependencies'])
      waiting.push({ one: to, marker, lists: [to.dependencies, ...extras.map((extra) => optional[extra])] })
    }
  }
  if (packages.length === 0) return undefined
  const fetched = [...found].filter(([one]) => !isOwn(one))
  if (fetched.some(([one]) => tableOf(one.source).registry === undefined)) return undefined
  return fetched.map(([one, keys]) => ({
    name: textOf(one.name),
    version: textOf(one.version),
    markers: alternatives([...keys].map((key) => key.slice(key.indexOf(';') + 1))),
    hashes: tablesOf(one.wheels).map(({ hash }) => textOf(hash)),
  }))
}

/** Whether a package is the project itself, or one of its workspace. */
const isOwn = ({ source }: Table): boolean => {
  const { editable, virtual, directory } = tableOf(source)
  return [editable, virtual, directory].some((path) => typeof path === 'string')
}

const testLists = (one: Table): readonly unknown[] => {
  const lists = { ...tableOf(one['optional-dependencies']), ...tableOf(one['dev-dependencies']) }
  const linter = Object.values(lists)
    .flatMap(tablesOf)
    .filter(({ name }) => name === linterAlone)
  return [...testGroups(Object.keys(lists)).map((name) => lists[name]), linter]
}

const bothOf = (one: string, other: string): string => {
  if (one === '' || one === other) return other
  if (other === '') return one
  // A condition that grows without end is left out: its package is then installed needlessly.
  return one.length + other.length > markerMostChars ? '' : `(${one}) and (${other})`
}

const alternatives = (markers: readonly string[]): readonly string[] =>
  markers.includes('') ? [] : [...new Set(markers)]

/** Lock files since Poetry 2 have the groups of each package, and when it is needed; older ones leave it to the manifest. */
const neededOfPoetry = (lock: Table, files: SetupFiles): readonly NeededPackage[] | undefined => {
  const packages = tablesOf(lock.package)
  if (tableOf(lock.metadata)['lock-version'] === undefined) return undefined
  if (!packages.every(({ groups }) => Array.isArray(groups)))
    return neededOfUv(asUvLock(lock, tomlIn(files.get('pyproject.toml') ?? '')))
  const groups = testGroups([...new Set(packages.flatMap(({ groups: names }) => (names as unknown[]).map(textOf)))])
  const wanted = ['main', ...groups]
  const needed = packages.filter(
    ({ name, groups: names, optional }) =>
      optional !== true && (name === linterAlone || wanted.some((one) => (names as unknown[]).includes(one))),
  )
  if (needed.some(({ source }) => source !== undefined && tableOf(source).type !== 'legacy')) return undefined
  return needed.map(({ name, version, markers, groups: names, files }) => {
    const ofPackage = wanted.filter((group) => (names as unknown[]).includes(group))
    const wheels = tablesOf(files).filter(({ file }) => textOf(file).endsWith('.whl'))
    return {
      name: textOf(name),
      version: textOf(version),
      markers: alternatives(isTable(markers) ? ofPackage.map((group) => textOf(markers[group])) : [textOf(markers)]),
      hashes: wheels.map(({ hash }) => textOf(hash)),
    }
  })
}
