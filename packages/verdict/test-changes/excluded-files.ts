import { jsonObject } from '../../foreign-json/index.ts'
import type { FileChange, Finding, Side } from './change.ts'
import { changedLines } from './changed-lines.ts'
import type { SettingKind } from './test-paths.ts'

/** Files that a checker of types or style reads no more. A request that asks for it explains nothing: it hides all of a file. */
export const excludedFiles = (file: FileChange, kind: SettingKind): Finding[] => {
  if (!file.after || (kind !== 'types' && kind !== 'lint')) return []
  const found = /(?:^|\/)(?:tsconfig|jsconfig)[\w.-]*[.]json$/.test(file.path) ? ofTypeScript(file) : ofLists(file)
  return found
    ? [
        {
          kind: 'files_excluded',
          level: 'ask',
          path: file.path,
          line: found.line,
          reason: `${file.path}:${found.line} keeps a checker from files: ${found.what}. Let it read them.`,
        },
      ]
    : []
}

interface Excluded {
  readonly line: number
  readonly what: string
}

const listNames = ['exclude', 'include', 'files'] as const

const ofTypeScript = ({ before, after }: FileChange): Excluded | undefined => {
  if (!before) return undefined
  const was = listsOf(before)
  const is = listsOf(after!)
  if (!was || !is) return undefined
  const line = (name: string) => lineOf(after!.views.text, `"${name}"`)
  const left = is.exclude.find((name) => !was.exclude.includes(name))
  if (left !== undefined) return { line: lineOf(after!.views.text, JSON.stringify(left)), what: `excludes “${left}”` }
  for (const name of ['include', 'files'] as const) {
    const gone = was[name].find((one) => !is[name].includes(one))
    if (gone !== undefined && is[name].length > 0)
      return { line: line(name), what: `${name} has no “${gone}” any more` }
    if (was.include.length + was.files.length === 0 && is[name].length > 0)
      return { line: line(name), what: `${name} lists files where none were listed` }
  }
  return undefined
}

/** The lists of a tsconfig.json, whose comments are blank here and whose last commas go. */
const listsOf = ({ views }: Side) => {
  const parsed = jsonObject(views.text.replace(/,(?=\s{0,1000}[}\]])/g, ''))
  if (!parsed) return undefined
  const [exclude, include, files] = listNames.map((name) => {
    const list = parsed[name]
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  })
  return { exclude: exclude!, include: include!, files: files! }
}

const lineOf = (text: string, sought: string) => {
  const index = text.indexOf(sought)
  return index === -1 ? 1 : text.slice(0, index).split('\n').length
}

const ignoreFile = /(?:^|\/)[.](?:eslint|stylelint|prettier|oxlint)ignore$/
const lists =
  /["']?\b(?:exclude|extend-exclude|force-exclude|ignorePatterns|ignores|globalIgnores|ignoreFiles|excludes|exclude-(?:dirs|files|rules)|skip-(?:dirs|files)|excludedFiles)["']?[ \t]*[:=(]/

const ofLists = (file: FileChange): Excluded | undefined => {
  const { added } = changedLines(file)
  const first = ignoreFile.test(file.path) ? added[0] : added.find(({ text }) => lists.test(text))
  return first && { line: first.line, what: `“${first.text.trim().slice(0, 80)}”` }
}
