import { jsonObject } from '../../foreign-json/index.ts'
import { findingAt, findingOn, type Change, type FileChange, type Finding, type Side } from './change.ts'
import { changedLines } from './changed-lines.ts'
import { addedHits, hitsIn, lineAt, wholeLine } from './hits.ts'
import { isEvidence, settingKindOf, type SettingKind } from './test-paths.ts'

/** Settings under which less would fail than before: lower thresholds, checks that are ignored, rules that are off. */
export const loosenedSettings = (change: Change): Finding[] =>
  change.files.flatMap((file) => {
    const kind = settingKindOf(file.path) ?? settingKindOf(file.text.from ?? file.path)
    if (!kind) return []
    if (file.text.kind === 'deleted') return deletedSetting(change, file, kind)
    return [
      ...lowerThresholds(file),
      ...ignored(file),
      ...shutOut(file, kind),
      ...excludedFiles(file, kind),
      ...looser(file),
    ]
  })

const deletedSetting = (change: Change, { path }: FileChange, kind: SettingKind): Finding[] => {
  const isReplaced = change.files.some(
    (other) => other.text.after !== undefined && other.path !== path && settingKindOf(other.path) !== undefined,
  )
  const level = kind === 'script' || isReplaced ? 'note' : 'ask'
  return [findingOn(path, 'setting_deleted', `${path}, which decides how the project is checked, is deleted.`, level)]
}

const threshold =
  /["']?\b(branches|functions|lines|statements|fail[_-]under|cov-fail-under|minimum_coverage|minimum|threshold|target|perFile|check-coverage|max-warnings|max-line-length|max-complexity|retr(?:y|ies)|reruns)["']?(?:[ \t]*[:=][ \t]*|[ \t]+)["']?(\d{1,6}(?:[.]\d{1,4})?|true|false)\b/g
const higherIsLooser = /^(?:max-|retr|reruns)/

/** Numbers under the same name, in their order: numbers that demand less now. */
const lowerThresholds = (file: FileChange): Finding[] => {
  const { path, text } = file
  const namedIn = (side: string) =>
    Map.groupBy(
      hitsIn(side, threshold).map((hit) => ({ ...hit, ...partsOf(hit.found) })),
      ({ name }) => name,
    )
  const before = namedIn(text.before ?? '')
  const after = namedIn(text.after ?? '')
  return [...before].flatMap(([name, values]) => {
    const now = after.get(name) ?? []
    const sign = higherIsLooser.test(name) ? -1 : 1
    return values.flatMap((was, index): Finding[] => {
      const is = now[index]
      if (is && sign * (is.value - was.value) >= 0) return []
      const reason = is
        ? `${path}:${is.line} sets ${name} from ${was.shown} to ${is.shown}, which demands less. Restore it.`
        : `${path} demands no ${name} of ${was.shown} any more, line ${was.line} before the change. Restore it.`
      return [{ kind: 'threshold_lowered', level: 'ask', path, line: is?.line ?? was.line, reason }]
    })
  })
}

const partsOf = (found: string) => {
  const [, name, shown] = new RegExp(threshold.source).exec(found)!
  return { name: name!, shown: shown!, value: shown === 'true' ? 1 : Number(shown === 'false' ? 0 : shown) }
}

const ignoring =
  /\|\|[ \t]*(?:true|:|exit[ \t]+0|echo)\b|(?:^|[;&"'][ \t]*)exit[ \t]+0\b|pass-?with-?no-?tests\b(?!["']?\s*[:=]\s*false)|\bcontinue-on-error["']?:[ \t]*true|\ballow_failure["']?:[ \t]*true|\b(?:testFailureIgnore|maven[.]test[.]failure[.]ignore|maven[.]test[.]skip|skipTests)\b>?=?(?:true)?|\bignoreFailures[ \t]*=[ \t]*true|\bset \+e\b|--exit-zero\b|\ballow-?only\b["']?(?!["']?[ \t]*[:=][ \t]*false)|dangerouslyIgnoreUnhandledErrors["']?[ \t]*:[ \t]*true|--suppress-no-test-exit-code\b|^-\t?(?=\w.*test)/gim

const ignored = (file: FileChange): Finding[] =>
  findingsOf(file, ignoring, 'failure_ignored', (found) => `lets a check pass that fails (${found}). Remove it.`)

const shuttingOut =
  /["']?\b(?:exclude|testPathIgnorePatterns|modulePathIgnorePatterns|watchPathIgnorePatterns|testNamePattern|testRegex|testMatch|norecursedirs|collect_ignore(?:_glob)?|testpaths|python_files|python_functions|python_classes|spec|grep|fgrep|invert|bail|pattern|files)["']?[ \t]*[:=]|--(?:deselect|ignore|ignore-glob|exclude|testPathIgnorePatterns|testNamePattern|grep|skip)\b|\s-k[ \t]|<exclude>|<excludedGroups>/g

/** Patterns of a runner's own settings that leave tests out. */
const shutOut = (file: FileChange, kind: SettingKind): Finding[] => {
  if (kind !== 'runner' || !isEvidence(file.path) || !hasRunnerSection(file)) return []
  const says = (found: string) => `changes which tests run (${found}).`
  return findingsOf(file, shuttingOut, 'runner_setting_changed', says).slice(0, 1)
}

// A build's file has many lists of files; a runner's lists stand under its name.
const hasRunnerSection = ({ path, text }: FileChange) =>
  !/(?:Cargo|pyproject)[.]toml$|setup[.]cfg$|[.](?:cs|fs|vb)proj$|pom[.]xml$|gradle/.test(path) ||
  /\[(?:tool[.:])?pytest|surefire|failsafe|\[(?:lib|test|\[test)\]|useJUnitPlatform/.test(text.after ?? '')

const loosening =
  /["']?\b(?:strict\w*|noImplicit\w+|noUnused\w+|noUnchecked\w+|checkJs|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+)["']?[ \t]*[:=][ \t]*(?:false|False|0)\b|\b(?:ignore_errors|ignore_missing_imports|skipLibCheck|noCheck)["']?[ \t]*[:=][ \t]*(?:true|True)\b|["'][@\w/-]+["'][ \t]*:[ \t]*(?:\[[ \t]*)?(?:["']off["']|["'](?:warn|info|none)["']|0\b)|["']?enabled["']?[ \t]*[:=][ \t]*false\b|\b(?:extend-)?ignore["']?[ \t]*=[ \t]*|\bper-file-ignores\b|\bdisable[ \t]*=[ \t]*/g

const looser = (file: FileChange): Finding[] => {
  const { path, before } = file
  const kind = 'checker_loosened'
  const added = before ? findingsOf(file, loosening, kind, (found) => `makes a checker accept more (${found}).`) : []
  const gone = dropped(file).map(({ line, found }): Finding => {
    const reason = `${path} does not say “${found}” any more, line ${line} before the change.`
    return { kind, level: 'ask', path, line, reason }
  })
  return [...added.slice(0, 1), ...gone]
}

const strictness =
  /["']?\b(?:strict\w*|noImplicit\w+|noUnchecked\w+|noUnused\w+|noFallthrough\w+|exactOptionalPropertyTypes|useUnknownInCatchVariables|alwaysStrict|checkJs|xfail_strict|disallow_\w+|warn_\w+|check_untyped_defs|check-coverage|checkCoverage|forbidOnly)["']?[ \t]*[:=][ \t]*(?:true|True|1)\b|["'][@\w/-]+["'][ \t]*:[ \t]*(?:\[[ \t]*)?["']error["']/g

const dropped = ({ text }: FileChange) => {
  const before = hitsIn(text.before ?? '', strictness)
  const after = hitsIn(text.after ?? '', strictness)
  return addedHits(after, before, ({ found }) => found.replace(/["'\s]/g, '')).filter(
    ({ found }) => !isRuleOf(text.after ?? '', found),
  )
}

/** A rule that stays with another value is found by its new value. */
const isRuleOf = (after: string, found: string) => {
  const rule = /^["'][@\w/-]+["'](?=[ \t]*:[ \t]*(?:\[[ \t]*)?["']error)/.exec(found)?.[0]
  return rule !== undefined && after.includes(rule.slice(1, -1))
}

/** A finding about each match on a line that the file did not have before. */
const findingsOf = (file: FileChange, pattern: RegExp, kind: string, says: (found: string) => string): Finding[] =>
  newLines(file, pattern).map(({ line, found }) => findingAt(file.path, line, kind, says(found.slice(0, 60))))

const newLines = ({ before, after }: FileChange, pattern: RegExp) => {
  if (!after) return []
  const hits = (view = '') =>
    hitsIn(view, pattern).map((hit) => ({ ...hit, key: wholeLine(view, hit.index).replace(/[,;]$/, '') }))
  return addedHits(hits(before?.views.text), hits(after.views.text), ({ key }) => key)
}

/** Files that a checker of types or style reads no more. A request that asks for it explains nothing: it hides all of a file. */
const excludedFiles = (file: FileChange, kind: SettingKind): Finding[] => {
  if (!file.after || (kind !== 'types' && kind !== 'lint')) return []
  const found = /(?:^|\/)(?:tsconfig|jsconfig)[\w.-]*[.]json$/.test(file.path) ? ofTypeScript(file) : ofLists(file)
  if (!found) return []
  return [
    findingAt(file.path, found.line, 'files_excluded', `keeps a checker from files: ${found.what}. Let it read them.`),
  ]
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
  const { text } = after!.views
  const line = (name: string) => lineAt(text, text.indexOf(JSON.stringify(name)))
  const left = is.exclude.find((name) => !was.exclude.includes(name))
  if (left !== undefined) return { line: line(left), what: `excludes “${left}”` }
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

const ignoreFile = /(?:^|\/)[.](?:eslint|stylelint|prettier|oxlint)ignore$/
const lists =
  /["']?\b(?:exclude|extend-exclude|force-exclude|ignorePatterns|ignores|globalIgnores|ignoreFiles|excludes|exclude-(?:dirs|files|rules)|skip-(?:dirs|files)|excludedFiles)["']?[ \t]*[:=(]/

const ofLists = (file: FileChange): Excluded | undefined => {
  const { added } = changedLines(file)
  const first = ignoreFile.test(file.path) ? added[0] : added.find(({ text }) => lists.test(text))
  return first && { line: first.line, what: `“${first.text.trim().slice(0, 80)}”` }
}
