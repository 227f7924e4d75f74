/** A language whose least version a project states in a manifest. */
interface Language {
  /** Its name in comments. */
  readonly name: string
  /** The end of the names of its files. */
  readonly sources: RegExp
  readonly manifest: string
  /** The statement in the manifest, with the version. */
  readonly states: RegExp
}

const languages: readonly Language[] = [
  {
    name: 'python',
    sources: /\.pyi?$/,
    manifest: 'pyproject.toml',
    states: /^(?:requires-)?python ?= ?["'](?:>=|\^|~=) ?(\d{1,2}\.\d{1,3})[^"'\n]{0,40}["']/m,
  },
  {
    name: 'node',
    sources: /\.[cm]?[jt]sx?$/,
    manifest: 'package.json',
    states: /(?<="engines": ?\{[^{}]{0,400})"node": ?"(?:>=|\^|~)? ?v?(\d{1,3}(?:\.\d{1,3})?)[^"\n]{0,40}"/,
  },
  { name: 'go', sources: /\.go$/, manifest: 'go.mod', states: /^go (\d\.\d{1,3})[^\n]{0,20}/m },
  {
    name: 'rust',
    sources: /\.rs$/,
    manifest: 'Cargo.toml',
    states: /^rust-version ?= ?"(\d\.\d{1,3})[^\n]{0,20}/m,
  },
]

const workWords = /\b(?:todo|fixme|remove|replace|simplify|can be)/i
const versionForm =
  '(?:(python|node|go|rust|msrv)(?:\\.?js)?,? ?)?(?:>=|≥|is|to)? ?v?(\\d{1,3}(?:\\.\\d{1,3})?)(?![\\w.]*\\d)'
const dropped = new RegExp(
  `\\b(?:once|when|after|until)\\b[^.]{0,40}\\bdrop(?:s|ped|ping)? (?:support (?:for|of) )?${versionForm}`,
  'i',
)
const required = new RegExp(
  `\\b(?:once|when|after|until|if)\\b[^.]{0,40}\\b(?:requires?|minimum|targets?|targeting|supports? only|only supports?) ${versionForm}`,
  'i',
)

/**
 * The statement of a manifest that fulfils the condition of a comment: “can be removed once we drop Python 3.8” is
 * fulfilled by `requires-python = ">=3.10"`. Undefined if the line has no such condition, or if it is not fulfilled.
 */
export const fulfilledBy = async (
  { path, text }: { readonly path: string; readonly text: string },
  textOf: (path: string) => Promise<string>,
): Promise<string | undefined> => {
  const drop = dropped.exec(text)
  const [, name, version] = drop ?? required.exec(text) ?? []
  if (version === undefined || !workWords.test(text)) return undefined
  const written = name?.toLowerCase().replace('msrv', 'rust')
  const language = languages.find((one) => (written === undefined ? one.sources.test(path) : one.name === written))
  const [statement, least] = language?.states.exec(await textOf(language.manifest)) ?? []
  if (statement === undefined) return undefined
  const order = compareVersions(least!, version)
  return order > 0 || (order === 0 && !drop) ? statement.trim() : undefined
}

/** The order of two versions of one or two numbers. */
const compareVersions = (one: string, other: string): number => {
  const [major, minor = 0] = one.split('.').map(Number)
  const [otherMajor, otherMinor = 0] = other.split('.').map(Number)
  return major! - otherMajor! || minor - otherMinor
}
