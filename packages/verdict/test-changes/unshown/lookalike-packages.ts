import { jsonObject } from '../../../foreign-json/index.ts'
import { findingAt, shownMost, type Change, type FileChange, type Finding } from '../change.ts'
import { lineAt } from '../hits.ts'
import { dependencyLists } from '../package-sources.ts'
import { knownPackages, type PackageEcosystem } from './known-packages.ts'

const namesMost = 500

/** New packages of manifests whose names differ by one or two letters from a well-known one, or from an earlier one. */
export const lookalikePackages = (change: Change): Finding[] => change.files.flatMap(findingsOf)

const findingsOf = ({ path, text }: FileChange): Finding[] => {
  const ecosystem = ecosystemOf(path)
  if (!ecosystem || text.after === undefined) return []
  const before = new Set(namesIn(ecosystem, path, text.before ?? ''))
  const known = [...new Set([...knownPackages(ecosystem).map(withoutVersion), ...before])]
  const added = namesIn(ecosystem, path, text.after).filter((name) => !known.includes(name))
  const found = added.flatMap((name) => {
    const like = known.find((one) => isLike(name, one))
    if (like === undefined) return []
    const does = `adds the package “${name}”, whose name is nearly that of “${like}”.`
    return [findingAt(path, lineOf(text.after!, name), 'package_name_alike', does)]
  })
  return found.slice(0, shownMost)
}

const ecosystemOf = (path: string): PackageEcosystem | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === 'package.json') return 'npm'
  if (/^(?:requirements|constraints)[\w.-]*[.](?:txt|in)$|^(?:pyproject[.]toml|Pipfile|setup[.](?:py|cfg))$/.test(name))
    return 'pypi'
  if (name === 'Cargo.toml') return 'crates'
  return name === 'go.mod' ? 'go' : undefined
}

/** Names that a manifest asks for; of Python with `-` for `_` and `.`, as its index has it. */
const namesIn = (ecosystem: PackageEcosystem, path: string, text: string): string[] => {
  const names = {
    npm: () => dependencyLists.flatMap((list) => Object.keys(Object(jsonObject(text)?.[list]) as object)),
    pypi: () => (/[.]toml$|Pipfile$/.test(path) ? [...quotedIn(text), ...keysIn(text)] : linesIn(text)).map(pythonName),
    crates: () => keysIn(text),
    go: () => matches(text, /^[ \t]*(?:require[ \t]+)?([\w-]+[.][\w.-]+\/[\w./~-]+)[ \t]+v\d/gm).map(withoutVersion),
  }[ecosystem]()
  return [...new Set(names)].slice(0, namesMost)
}

/** `"requests>=2.0"` */
const quotedIn = (text: string) =>
  matches(text, /["']([A-Za-z][\w.-]*)(?:\[[^\]"'\n]*\])?[ \t]*(?:[<>=~!;@][^"'\n]*)?["']/g)

/** `requests==2.0`, also in a list of a program. */
const linesIn = (text: string) =>
  matches(text, /^[ \t]*["']?([A-Za-z][\w.-]*)(?:\[[^\]\n]*\])?["']?[ \t]*(?:[=<>~!;,@#]|$)/gm)

/** `serde = "1"` in a section of dependencies, and `[dependencies.serde]`. */
const keysIn = (text: string): string[] => {
  let section = ''
  return text.split('\n').flatMap((line) => {
    const opened = /^\s*\[{1,2}([^[\]]+)\]/.exec(line)?.[1]
    section = opened ?? section
    if (opened !== undefined) return /dependencies[.]"?([\w-]+)"?$/.exec(opened)?.[1] ?? []
    return /dependencies(?:$|[.])|^(?:dev-)?packages$/.test(section)
      ? (/^\s*"?([A-Za-z][\w.-]*)"?\s*=/.exec(line)?.[1] ?? [])
      : []
  })
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)
/** Another major version is another path of the same module. */
const withoutVersion = (name: string) => name.replace(/[./]v\d+$/, '')
const pythonName = (name: string) => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

const lineOf = (text: string, name: string) =>
  lineAt(text, text.toLowerCase().search(new RegExp(name.replaceAll('-', '[-_.]').toLowerCase())))

const shortestForTwo = 6
const shortest = 4

/** Short names are near to many others: they count from one letter of difference on, the shortest not at all. */
const isLike = (name: string, known: string): boolean => {
  const length = Math.min(name.length, known.length)
  if (length < shortest) return false
  const most = length < shortestForTwo ? 1 : 2
  return distance(name, known, most) <= most
}

const longestName = 100

/** Letters that are added, left out, exchanged or swapped with their neighbour; more than `most` counts as one more. */
const distance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most || one.length > longestName) return most + 1
  let earlier: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? earlier[column - 2]! + 1 : Infinity,
      )
    }
    if (Math.min(...next) > most) return most + 1
    earlier = last
    last = next
  }
  return last[other.length]!
}
