import type { SetupFiles } from './phases.ts'

/** The requirements of a Gemfile without a lock file: a Gemfile of literal lines, without any other action. */
interface GemRequirements {
  /** Constraints, such as `~> 3.1`, by the name of a gem. */
  readonly gems: ReadonlyMap<string, readonly string[]>
  /** A sentence for people, if a line cannot be read, or names a gem that is in no registry. */
  readonly refused?: string
}

const fileMostChars = 262_144
const lineMostChars = 1_000

/** Whether a path is that of a gemspec at the root. */
export const isGemspec = (path: string): boolean => /^[^/]+\.gemspec$/.test(path)

const named = `['"]([A-Za-z0-9][\\w.-]*)['"](?:\\.freeze)?`
const constraint = `['"][\\w.~<>=! -]*['"](?:\\.freeze)?`
const rest = `((?:\\s*,\\s*(?:${constraint}|\\[\\s*${constraint}(?:\\s*,\\s*${constraint})*\\s*\\])(?!\\s*=>))*)`
// Options follow the constraints, such as `require: false` or `:platforms => :mri`.
const gemLine = new RegExp(`^gem[\\s(]\\s*${named}${rest}\\s*(?:\\)|(,\\s*(?::?\\w+\\s*=>|\\w+:).*))?$`)
const gemspecLine = new RegExp(`^\\w+\\.add_(?:runtime_|development_)?dependency[\\s(]\\s*${named}${rest}\\s*\\)?$`)

/** Lines of a Ruby program without comments, and without a modifier at their end, such as `if jruby`. */
const linesOf = (text: string): readonly string[] =>
  text
    .slice(0, fileMostChars)
    .split(/\r?\n/)
    .map((line) => line.slice(0, lineMostChars).replace(/(?:^|\s)#.*$/, ''))
    .map((line) => line.replace(/\s(?:if|unless)\s.{0,2000}$/, '').trim())
    .filter((line) => line !== '')

const constraintsIn = (text: string): readonly string[] =>
  [...text.matchAll(/['"]([^'"]*)['"]/g)].map(([, one]) => one!.trim()).filter((one) => one !== '')

/** The gems that a Gemfile and its gemspec name by literals; both are programs, which never run with a network. */
export const gemRequirements = (files: SetupFiles): GemRequirements => {
  const gems = new Map<string, readonly string[]>()
  const add = (name: string, constraints: string) =>
    gems.set(name, [...new Set([...(gems.get(name) ?? []), ...constraintsIn(constraints)])])
  for (const line of linesOf(files.get('Gemfile') ?? '')) {
    if (/^gem[\s(]/.test(line)) {
      const [, name, constraints, options = ''] = gemLine.exec(line) ?? []
      if (name === undefined) return { gems, refused: unreadable('Gemfile') }
      if (isForOthers(options)) continue
      if (/\b(?:git|github|gist|bitbucket|path)\b\s*(?::|=>)/.test(options)) return { gems, refused: noRegistry(name) }
      add(name, constraints!)
    } else if (/^gemspec\b/.test(line)) {
      const refused = addGemspec(files, line, add)
      if (refused !== undefined) return { gems, refused }
    } else if (/\b(?:eval_gemfile|instance_eval|eval)\b/.test(line) || /\bgem[\s(]/.test(line)) {
      return { gems, refused: unreadable('Gemfile') }
    }
  }
  return { gems }
}

const addGemspec = (files: SetupFiles, line: string, add: (name: string, constraints: string) => void) => {
  const specs = [...files].filter(([path]) => isGemspec(path))
  if (specs.length !== 1 || /\bpath\b/.test(line)) return unreadable('gemspec')
  for (const each of linesOf(specs[0]![1])) {
    if (!/\badd_(?:runtime_|development_)?dependency\b/.test(each)) continue
    const [, name, constraints] = gemspecLine.exec(each) ?? []
    if (name === undefined) return unreadable('gemspec')
    add(name, constraints!)
  }
  return undefined
}

/** Whether the options of a gem name platforms, other than the platform of the local Ruby. */
const isForOthers = (options: string): boolean =>
  /\bplatforms?\b/.test(options) && !/\b(?:ruby|mri|ruby_\d+|mri_\d+)\b/.test(options)

const commands = 'or set the commands of the project: atelier project set --fetch … --setup ….'
const unreadable = (file: string) =>
  `The repository has no lock file, and its ${file} works gems out by a program, which never runs with a network. ` +
  `Add Gemfile.lock, ${commands}`
const noRegistry = (name: string) =>
  `The Gemfile takes ${name} from git or a folder, and no registry has it under its version. Name a version, ${commands}`

/** The gems as a Gemfile that Bundler can run: from the repository it has only names and constraints. */
export const literalGemfile = ({ gems }: GemRequirements): string =>
  [
    "source ENV.fetch('ATELIER_GEMS')",
    ...[...gems].map(([name, constraints]) => `gem ${[name, ...constraints].map((one) => `'${one}'`).join(', ')}`),
    '',
  ].join('\n')
