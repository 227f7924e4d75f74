import type { SetupFiles } from './phases.ts'
import { tableOf, tomlIn } from './toml-tables.ts'

/** The linter that needs no other package: it comes along from whichever group has it. */
export const linterAlone = 'ruff'
const linterForm = new RegExp(`^${linterAlone}(?![\\w-])`, 'i')
const isLinter = (line: string) => linterForm.test(line)

const manifestMostChars = 1_048_576
const testNames = /^(tests?|testing|dev|develop|development|ci)$/i
const testFile =
  /^((dev|test|tests|testing)[-_.]requirements|requirements[-_.](dev|test|tests|testing)|requirements\/(dev|test|tests|testing))\.txt$/

/** True if a path is a file with test requirements of a Python project. */
export const isTestRequirements = (path: string): boolean => testFile.test(path)

/**
 * The requirements of a Python project and of its tests, read without running anything: from pyproject.toml, setup.cfg,
 * the literal lists of setup.py, and requirement files of tests. pytest is added if the project is set up for it.
 */
export const pythonRequirements = (files: SetupFiles) => {
  const textOf = (path: string) => (files.get(path) ?? '').slice(0, manifestMostChars)
  const program = setupProgram(textOf('setup.py'))
  const { required: main, tests: groups, leftOut } = pyproject(textOf('pyproject.toml'), files)
  const { required: options, tests: extras } = setupCfg(textOf('setup.cfg'))
  const isKnown = (line: string) => requirementForm.test(line)
  const asked = [...main, ...options, ...program.lines]
  const ofTests = [
    ...groups,
    ...extras,
    ...program.tests,
    ...[...files].flatMap(([path, text]) => (isTestRequirements(path) ? requirementLines(text) : [])),
  ]
  const required = asked.filter(isKnown)
  const tests = ofTests.filter((line) => isKnown(line) && !required.includes(line))
  const namesPytest = /\bpytest\b/.test(['pyproject.toml', 'setup.cfg', 'tox.ini'].map(textOf).join('\n'))
  const hasPytest = [...required, ...tests].some(isPytest)
  const all = (more: readonly string[]) => [
    ...new Set([...required, ...more, ...(namesPytest && !hasPytest ? ['pytest'] : [])]),
  ]
  return {
    /** In the form of PEP 508. */
    lines: all(tests),
    /** Fallbacks if not all can be fetched: any version of packages only for tests, then of these only pytest. */
    fallbacks:
      tests.length === 0 ? [] : [all(tests.map(withoutVersion)), all(tests.filter(isPytest).map(withoutVersion))],
    /** Files whose requirements are the result of a program. */
    unreadable: program.isReadable ? [] : ['setup.py'],
    /** The parts that are left out since they are not understood, for people. */
    leftOut: [...leftOut, ...program.leftOut, ...[...asked, ...ofTests].filter((line) => !isKnown(line))],
  }
}

const isPytest = (line: string) => /^pytest(?![\w-])/i.test(line)

const withoutVersion = (line: string): string => {
  const [, name = '', marker = ''] =
    /^([A-Za-z0-9][\w.-]{0,200}\s{0,99}(?:\[[^\]]{0,500}\])?)[^;]*(;.*)?$/.exec(line) ?? []
  return `${name.trim()}${marker}`
}

// A name, extras, versions and a marker: no option, no path and no address, whose code would run when it is fetched.
const requirementForm = /^[A-Za-z0-9][\w.-]{0,200}\s{0,99}(\[[\w\s,.-]{0,500}\])?[(<>=!~\d\w\s.*,+)-]*(;[^@#]*)?$/

const requirementLines = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const ofTests = (value: unknown) =>
  Object.entries(tableOf(value)).flatMap(([name, list]) =>
    listOf(list).filter((line) => testNames.test(name) || isLinter(line)),
  )

/** The files of requirements that setuptools reads for a list that pyproject.toml calls dynamic. */
const dynamicFiles = ({ dependencies }: Readonly<Record<string, unknown>>): readonly string[] => {
  const { file } = tableOf(dependencies)
  return typeof file === 'string' ? [file] : listOf(file)
}

interface ProjectRequirements {
  readonly required: readonly string[]
  readonly tests: readonly string[]
}

const pyproject = (text: string, files: SetupFiles): ProjectRequirements & { readonly leftOut: readonly string[] } => {
  const read = tomlIn(text)
  const { project, 'dependency-groups': groups, tool } = read
  const { dependencies, dynamic, 'optional-dependencies': optional } = tableOf(project)
  const poetry = poetryRequirements(tableOf(tableOf(tool).poetry))
  const grouped = groupLines(tableOf(groups))
  const isDynamic = listOf(dynamic).includes('dependencies')
  const named = isDynamic ? dynamicFiles(tableOf(tableOf(tableOf(tool).setuptools).dynamic)) : []
  const isGiven = named.length > 0 && named.every((path) => files.has(path))
  return {
    required: [
      ...listOf(dependencies),
      ...poetry.required,
      ...named.flatMap((path) => requirementLines(files.get(path) ?? '')),
    ],
    tests: [...ofTests(optional), ...grouped.lines, ...poetry.tests],
    leftOut: [
      ...(text.trim() !== '' && Object.keys(read).length === 0 ? ['pyproject.toml'] : []),
      ...(isDynamic && !isGiven ? ['the dynamic dependencies of pyproject.toml'] : []),
      ...grouped.leftOut,
    ],
  }
}

/** The requirements of the groups for tests, and of the groups that they include (PEP 735), each group once. */
const groupLines = (groups: Readonly<Record<string, unknown>>) => {
  const normal = (name: string) => name.toLowerCase().replaceAll(/[-_.]{1,99}/g, '-')
  const known = new Map(Object.entries(groups).map(([name, list]) => [normal(name), list]))
  const wanted = new Set(
    Object.keys(groups)
      .filter((name) => testNames.test(name))
      .map(normal),
  )
  const lines = Object.values(groups).flatMap(listOf).filter(isLinter)
  const leftOut: string[] = []
  // A set also yields entries that are added during iteration.
  for (const name of wanted) {
    const list = known.get(name)
    if (!Array.isArray(list)) leftOut.push(`the group ${name} of pyproject.toml`)
    for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
      const { 'include-group': included } = tableOf(one)
      if (typeof one === 'string') lines.push(one)
      else if (typeof included === 'string') wanted.add(normal(included))
      else leftOut.push(`an entry of the group ${name} of pyproject.toml`)
    }
  }
  return { lines, leftOut }
}

/** Poetry’s own tables, from before it read `project`: a name with a version or a table. */
const poetryRequirements = (poetry: Readonly<Record<string, unknown>>): ProjectRequirements => {
  const groups = Object.entries(tableOf(poetry.group)).filter(([name]) => testNames.test(name))
  const linesIn = (value: unknown) =>
    Object.entries(tableOf(value)).flatMap(([name, given]) => (name === 'python' ? [] : poetryLine(name, given)))
  return {
    required: linesIn(poetry.dependencies),
    tests: [poetry['dev-dependencies'], ...groups.map(([, group]) => tableOf(group).dependencies)].flatMap(linesIn),
  }
}

/** A requirement that a registry has; none for an optional requirement, or for one from git, an address or a folder. */
const poetryLine = (name: string, given: unknown): string[] => {
  const { version, optional, extras } = tableOf(typeof given === 'string' ? { version: given } : given)
  if (typeof version !== 'string' || optional === true) return []
  const ranges = version.split(',').map((one) => rangeOf(one.trim()))
  const wanted = Array.isArray(extras) ? `[${listOf(extras).join(',')}]` : ''
  return ranges.includes(undefined) ? [`${name}${wanted}`] : [`${name}${wanted}${ranges.filter(Boolean).join(',')}`]
}

/** A range of Poetry’s as PEP 440 has it; undefined for a form that it does not have. */
const rangeOf = (range: string): string | undefined => {
  const [, sign = '', release = ''] = /^([\^~]?|[<>=!]=?|~=|===)\s*(\d[\w.+*-]*)$/.exec(range) ?? []
  if (release === '') return range === '*' ? '' : undefined
  if (sign === '~') return `>=${release},${below(release, Math.min(release.split('.').length, 2) - 1)}`
  if (sign !== '^') return `${sign === '' || sign === '=' ? '==' : sign}${release}`
  const parts = release.split('.')
  const first = parts.findIndex((part) => part !== '0')
  return `>=${release},${below(release, first === -1 ? parts.length - 1 : first)}`
}

const below = (release: string, at: number) => {
  const parts = release.split('.').slice(0, at + 1)
  return `<${[...parts.slice(0, -1), Number.parseInt(parts.at(-1)!, 10) + 1].join('.')}`
}

/** The options of setup.cfg that list requirements, one on each indented line. */
const setupCfg = (text: string): ProjectRequirements => {
  const required: string[] = []
  const tests: string[] = []
  let section = ''
  let wanted: string[] | undefined
  for (const line of text.split(/\r?\n/)) {
    const head = /^\[([^\]]+)\]/.exec(line)?.[1]
    const [, key, value] = /^([\w.-]{1,200})\s{0,99}[=:]\s{0,99}(.*)$/.exec(line) ?? []
    if (head !== undefined) section = head.trim()
    if (head !== undefined) wanted = undefined
    else if (key !== undefined) {
      const isExtra = section === 'options.extras_require' && testNames.test(key)
      const isRequired = section === 'options' && key === 'install_requires'
      const isTests = isExtra || (section === 'options' && key === 'tests_require')
      wanted = isRequired ? required : isTests ? tests : undefined
    }
    wanted?.push(...requirementLines(key === undefined ? line : value!))
  }
  return { required, tests }
}

interface SetupProgram {
  readonly lines: readonly string[]
  readonly tests: readonly string[]
  readonly isReadable: boolean
  readonly leftOut: readonly string[]
}

/** The lists of literals that setup.py passes on, or names and passes on. A list by any other means is not readable. */
const setupProgram = (text: string): SetupProgram => {
  const lines: string[] = []
  let isReadable = true
  for (const keyword of ['install_requires', 'tests_require']) {
    const [, opening, name] = new RegExp(`\\b${keyword}\\s*=\\s*(?:(\\[)|([A-Za-z_]\\w*)\\s*[,)\\n])?`).exec(text) ?? []
    if (opening === undefined && name === undefined) {
      isReadable &&= !new RegExp(`\\b${keyword}\\s*=`).test(text)
      continue
    }
    const list = literalList(text, opening === undefined ? `^${name}\\s*=\\s*\\[` : `\\b${keyword}\\s*=\\s*\\[`)
    if (list) lines.push(...list)
    else isReadable = false
  }
  return { lines, isReadable, ...extrasOf(text) }
}

const testKey = /["'](?:tests?|testing|dev|develop|development|ci)["']\s{0,99}:/gi

/** The extras of tests, where setup.py has them as literals. */
const extrasOf = (text: string): Pick<SetupProgram, 'tests' | 'leftOut'> => {
  const at = /\bextras_require\s{0,99}=/.exec(text)?.index
  if (at === undefined) return { tests: [], leftOut: [] }
  const extras = text.slice(at)
  const lists = /^extras_require\s{0,99}=\s{0,99}\{/.test(extras)
    ? [...extras.matchAll(testKey)].map(({ 0: key, index }) =>
        literalList(extras.slice(index + key.length), '^\\s{0,99}\\['),
      )
    : [undefined]
  return {
    tests: lists.flatMap((list) => list ?? []),
    leftOut: lists.includes(undefined) ? ['the extras of setup.py, which are no list of texts'] : [],
  }
}

/** The strings of a list, if it has nothing but strings, commas and comments. */
const literalList = (text: string, opening: string): readonly string[] | undefined => {
  const start = new RegExp(opening, 'm').exec(text)
  if (!start) return undefined
  const items: string[] = []
  const token = /\s+|#[^\n]*|,|"([^"\\\n]*)"|'([^'\\\n]*)'|(\])/y
  token.lastIndex = start.index + start[0].length
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [, one, other, end] = found
    // A sum has more than its first list.
    if (end) return /^\s*\+/.test(text.slice(token.lastIndex, token.lastIndex + 200)) ? undefined : items
    const item = one ?? other
    if (item !== undefined) items.push(item.trim())
  }
  return undefined
}
