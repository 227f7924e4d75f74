import { isTable, tableOf, tablesOf, textOf, type Table } from './toml-tables.ts'

/**
 * A `poetry.lock` from before Poetry 2 in the shape of `uv.lock`: it names no groups, so the requests of the project
 * and its groups come from the manifest. Packages that are locked in several versions are left out.
 */
export const asUvLock = (lock: Table, manifest: Table): Table => {
  const poetry = tableOf(tableOf(manifest.tool).poetry)
  const packages = [...Map.groupBy(tablesOf(lock.package), ({ name }) => nameOf(textOf(name)))]
  const olderFiles = tableOf(tableOf(lock.metadata).files)
  const own = {
    source: { virtual: '.' },
    dependencies: edgesTo(poetry.dependencies),
    'dev-dependencies': {
      ...(poetry['dev-dependencies'] !== undefined && { dev: edgesTo(poetry['dev-dependencies']) }),
      ...valuesOf(tableOf(poetry.group), (group) => edgesTo(tableOf(group).dependencies)),
    },
  }
  const others = packages.flatMap(([name, [one, ...more]]) =>
    one === undefined || more.length > 0 ? [] : [lockedPackage(name, one, one.files ?? olderFiles[textOf(one.name)])],
  )
  return { package: isTable(poetry.dependencies) ? [own, ...others] : [] }
}

const nameOf = (text: string) => text.toLowerCase().replaceAll(/[-_.]+/g, '-')

const valuesOf = (table: Table, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]))

const lockedPackage = (name: string, one: Table, files: unknown): Table => {
  const { source } = one
  const isOfRegistry = source === undefined || tableOf(source).type === 'legacy'
  return {
    name,
    version: one.version,
    source: isOfRegistry ? { registry: '' } : source,
    dependencies: edgesTo(one.dependencies),
    'optional-dependencies': valuesOf(tableOf(one.extras), (names) =>
      (Array.isArray(names) ? names : []).map((line) => ({ name: nameOf(/^[\w.-]*/.exec(textOf(line))![0]) })),
    ),
    wheels: tablesOf(files).filter(({ file }) => textOf(file).endsWith('.whl')),
  }
}

/** Optional packages come only by extras. A package may be asked for under several conditions. */
const edgesTo = (dependencies: unknown): readonly Table[] =>
  Object.entries(tableOf(dependencies)).flatMap(([name, asked]) =>
    (Array.isArray(asked) ? asked : [asked]).flatMap((one: unknown) =>
      name === 'python' || tableOf(one).optional === true
        ? []
        : [{ name: nameOf(name), marker: markerOf(tableOf(one)), extra: tableOf(one).extras }],
    ),
  )

/** The condition of a package. A range of Python that pip has no words for, such as `^3.8`, is left out. */
const markerOf = ({ markers, python, platform }: Table): string => {
  const bounds = textOf(python)
    .split(',')
    .map((part) => /^\s*(>=|<=|<|>|==|!=)\s*(\d+\.\d+)\s*$/.exec(part))
  const versions = bounds.every((bound) => bound !== null)
    ? bounds.map(([, sign, version]) => `python_version ${sign} '${version}'`)
    : []
  const system = textOf(platform) === '' ? [] : [`sys_platform == '${textOf(platform)}'`]
  const all = [textOf(markers), ...versions, ...system].filter((marker) => marker !== '')
  return all.length === 1 ? all[0]! : all.map((marker) => `(${marker})`).join(' and ')
}
