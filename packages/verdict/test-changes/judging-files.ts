import { onlyAddsRules } from './added-rules.ts'
import type { Change, FileChange, Finding } from './change.ts'
import { changedLines, keptLines, linesWhere, linesWithin, sayLines, type LineChanges } from './changed-lines.ts'
import { changedEntries } from '../data-entries.ts'
import {
  followCommands,
  isScriptFile,
  isScriptPath,
  isTargetFile,
  isTaskFile,
  type Followed,
  type JudgingTexts,
} from './followed-commands.ts'
import { scriptsIn, targetOfLines } from './script-texts.ts'
import { isGitHook, isSharedSetting, isTestPath, settingKindOf } from './test-paths.ts'

interface Judging {
  readonly checks: readonly { readonly command: string }[]
  readonly judging: JudgingTexts
  /** Settings that other rules found: a file is not shown twice. */
  readonly known: readonly Finding[]
}

/** Changes of CI, hooks, scripts that checks call and settings of checkers, which judge changes. Each asks. */
export const judgingChanges = (change: Change, { checks, judging, known }: Judging): Finding[] => {
  const commands = checks.map(({ command }) => command)
  const before = Object.fromEntries(
    change.files.flatMap(({ path, text }) => (text.before === undefined ? [] : [[path, text.before]])),
  )
  const followed = followCommands(commands, { ...judging, ...before })
  return change.files.flatMap((file) => {
    const { path } = file
    const role = roleOf(file, followed)
    if (!role) return []
    const { kind, level, why } = role
    return role.parts.flatMap((lines) => {
      const first = sayLines(path, lines)
      if (!first || isKnown(known, path, kind, first.line)) return []
      return [{ kind, level, path, line: first.line, reason: `${first.sentence} ${why}` }]
    })
  })
}

/** A setting is known by its file, and a script by the line that its own rule names. */
const isKnown = (known: readonly Finding[], path: string, kind: string, line: number) =>
  known.some(
    (one) =>
      one.path === path &&
      (kind === 'check_setting_changed'
        ? one.kind !== 'package_source_changed'
        : one.kind === 'test_command_changed' && one.line === line),
  )

interface Role {
  readonly kind: string
  readonly level: Finding['level']
  /** Each has a finding: the changed lines, or each value that differs in a file of data, which is quoted whole. */
  readonly parts: readonly LineChanges[]
  readonly why: string
}

const alwaysSeen = (kind: string, what: string, lines: LineChanges): Role => ({
  kind,
  level: 'ask',
  parts: [lines],
  why: `${what}, so a person looks at each change of it.`,
})

// As many as a person reads beside other changes; of more, a finding has the first line and the numbers of the other lines.
const entriesMost = 3

const entriesOf = ({ path, text: { before, after } }: FileChange): readonly LineChanges[] | undefined => {
  const entries = before !== undefined && after !== undefined ? changedEntries(path, before, after) : undefined
  if (!entries || entries.length > entriesMost) return undefined
  const side = (line: number, text: string | undefined) => (text === undefined ? [] : [{ line, text }])
  return entries.map(({ line, before: was, after: is }) => ({ added: side(line, is), removed: side(line, was) }))
}

const roleOf = (file: FileChange, followed: Followed): Role | undefined => {
  const paths = [file.path, file.text.from ?? file.path]
  const is = (rule: (path: string) => boolean) => paths.some(rule)
  if (is((path) => settingKindOf(path) === 'ci')) {
    const role = alwaysSeen('ci_changed', 'CI judges later changes', changedLines(file))
    return { ...role, parts: entriesOf(file) ?? role.parts }
  }
  if (is(isGitHook)) return alwaysSeen('hook_changed', 'Hooks run for each person', changedLines(file))
  const script = 'Checks call this script'
  if (is(isTargetFile) && followed.targets.size > 0)
    return alwaysSeen('check_script_changed', script, targetLines(file, followed.targets))
  if (is(isTaskFile) && followed.callsTasks) return alwaysSeen('check_script_changed', script, changedLines(file))
  const { before, after } = file.text
  if (is(isShellTest) && before !== undefined && !(after !== undefined && onlyAddsShellTests(before, after)))
    return alwaysSeen('check_script_changed', 'This test is a script', changedLines(file))
  if (is((path) => isScriptPath(path) && followed.words.has(path) && !isTestPath(path)))
    return alwaysSeen('check_script_changed', script, changedLines(file))
  if (is(isScriptFile)) return scriptRole(file, followed)
  return settingRole(file)
}

/** Scripts that a check calls, and settings of checkers in the same file. */
const scriptRole = (file: FileChange, { scripts }: Followed): Role | undefined => {
  const before = scriptsIn(file.text.before ?? '')
  const after = scriptsIn(file.text.after ?? '')
  const called = [...scripts].filter((name) => before.get(name) !== after.get(name))
  if (called.length === 0 || file.text.before === undefined) return settingRole(file)
  const names = new RegExp(`^\\s*"(?:${called.map((name) => name.replace(/\W/g, '\\$&')).join('|')})"\\s*:`)
  const lines = keptLines(changedLines(file), ({ text }) => names.test(text))
  const isShown = lines.added.length + lines.removed.length > 0
  return alwaysSeen('check_script_changed', 'Checks call this script', isShown ? lines : changedLines(file))
}

const helpers =
  /(?:^|\/)(?:conftest[.]py|(?:spec|rails|test)_helper[.]rb|Pest[.]php|[^/]*(?:set-?up|setup-?(?:tests?|files))[.]\w+)$/i
const orchestrating = /(?:^|\/)(?:turbo|nx|project|lerna)[.]json$/

const settingRole = (file: FileChange): Role | undefined => {
  const { path } = file
  const kind = settingKindOf(path)
  if (!kind || kind === 'ci' || helpers.test(path)) return undefined
  const manifest = judgingManifestLines(file)
  if (!manifest && kind === 'script' && !orchestrating.test(path)) return undefined
  // The other manifests of builds have much content that no check reads; rules for single lines are elsewhere.
  if (!manifest && kind === 'runner' && isSharedSetting(path)) return undefined
  const lines = manifest ?? changedLines(file)
  if (onlyRaisesThresholds(lines)) return undefined
  const role = { kind: 'check_setting_changed', parts: [lines] }
  if (onlyAddsRules(file)) return { ...role, level: 'note', why: 'It only adds rules that are errors.' }
  const why = 'This setting decides what a check accepts. Check that it accepts no more than before.'
  return { ...role, level: 'ask', why }
}

/** Changed lines of targets that are called, and of what belongs to no target, such as variables. */
const targetLines = (file: FileChange, called: ReadonlySet<string>): LineChanges =>
  linesWithin(file, (text) => {
    const targets = targetOfLines(text)
    return linesWhere(text, (_line, at) => {
      const target = targets[at]
      return target === undefined || called.has(target) || target.startsWith('.')
    })
  })

/** A test in the language of a shell, which names its tests and assertions as it likes. */
const isShellTest = (path: string): boolean => /[.](?:sh|bash|zsh|ksh|bats)$/.test(path) && isTestPath(path)

/**
 * Whether a test of a shell keeps its lines in their order, and only gets lines that can make it fail more often:
 * nothing that ends it, changes how it runs, encloses a line that it had, or sets a variable that it had.
 */
const onlyAddsShellTests = (before: string, after: string): boolean => {
  const known = new Set(namesIn(before))
  const onlyTests = (block: string) =>
    isClosed(block) && !steering.test(block) && !namesIn(block).some((one) => known.has(one))
  return addedBlocks(before.split('\n'), after.split('\n'))?.every(onlyTests) ?? false
}

/** The lines that come between the former lines; undefined if a former line no longer exists or is in another place. */
const addedBlocks = (before: readonly string[], after: readonly string[]): string[] | undefined => {
  const blocks: string[] = []
  let at = 0
  let isOpen = false
  for (const line of after) {
    if (line === before[at]) {
      at += 1
      isOpen = false
    } else if (isOpen) blocks.push(`${blocks.pop()}\n${line}`)
    else {
      blocks.push(line)
      isOpen = true
    }
  }
  return at === before.length ? blocks : undefined
}

const steering =
  /(?:^|[\s;&|({])(?:exec|trap|set|unset|alias|eval|break|continue|source|[.]|(?:exit|return)(?![ \t]+[1-9]))(?:[\s;)}]|$)|\(\)|\bfunction\b|\|\|[ \t]*(?:true|:)|<<|\b(?:PATH|IFS|BASH_ENV)=/m
const assigned = /(?:^|[\s;&|({])(\w{1,60})[+]?=(?!=)/gm

const namesIn = (text: string): string[] => [...text.matchAll(assigned)].map(([, name]) => name!)

const pairs = [
  [/\bif\b/g, /\bfi\b/g],
  [/\bdo\b/g, /\bdone\b/g],
  [/\bcase\b/g, /\besac\b/g],
  [/[{]/g, /[}]/g],
  [/[(]/g, /[)]/g],
] as const

const isClosed = (block: string): boolean => {
  const count = (pattern: RegExp) => block.match(pattern)?.length ?? 0
  return (
    pairs.every(([open, close]) => count(open) === count(close)) &&
    ["'", '"', '`'].every((quote) => (block.split(quote).length - 1) % 2 === 0) &&
    !/(?:\\|&&|\|\|?)\s*$/.test(block)
  )
}

const tomlChecks =
  /^(?:tool[.:](?:pytest|coverage|ruff|mypy|pyright|basedpyright|pylint|flake8|tox|isort|black|hatch\.envs)|tool:pytest|coverage:|flake8|mypy|pylint|isort|lints|workspace\.lints|test\b|profile\.test)/
const manifestKeys = 'jest mocha ava vitest nyc c8 tap xo eslintConfig lint-staged husky'.split(' ')

/** The changed lines of a manifest that are settings of checks, maybe none; undefined for another file. */
const judgingManifestLines = (file: FileChange): LineChanges | undefined => {
  const { path, text } = file
  if (/(?:^|\/)(?:pyproject[.]toml|setup[.]cfg|Cargo[.]toml)$/.test(path)) return linesWithin(file, sectionLines)
  if (/(?:^|\/)vite[.]config[.]\w+$/.test(path))
    return /\btest\s*:|vitest/.test((text.before ?? '') + (text.after ?? '')) ? changedLines(file) : none
  if (/(?:^|\/)[.]npmrc$/.test(path)) return linesWithin(file, shellLines)
  if (/(?:^|\/)package[.]json$/.test(path)) return linesWithin(file, keyLines)
  return undefined
}

const none: LineChanges = { added: [], removed: [] }

const sectionLines = (text: string): ReadonlySet<number> => {
  let isInside = false
  return linesWhere(text, (line) => {
    const section = /^\[+\s*"?([^\]]+)/.exec(line)?.[1]
    if (section !== undefined) isInside = tomlChecks.test(section)
    return isInside
  })
}

/** Lines of npm's settings that decide how scripts run. */
const shellLines = (text: string): ReadonlySet<number> =>
  linesWhere(text, (line) => /^\s*(?:script-shell|node-options|ignore-scripts|onload-script|shell)\b/.test(line))

/** Lines of the settings of test runners and checkers in a package.json that is indented as npm does it. */
const keyLines = (text: string): ReadonlySet<number> => {
  let isInside = false
  return linesWhere(text, (line) => {
    const key = /^(?: {1,4}|\t)"([\w-]+)"\s*:/.exec(line)?.[1]
    if (key !== undefined) isInside = manifestKeys.includes(key)
    return isInside && !/^[}\s]*$/.test(line)
  })
}

const threshold =
  /\b(?:branches|functions|lines|statements|fail[_-]under|minimum|threshold|target|max-warnings|max-line-length|max-complexity)\b/

/** Whether only numbers of thresholds differ; another rule reports lower ones. */
const onlyRaisesThresholds = ({ added, removed }: LineChanges): boolean => {
  const form = ({ text }: { readonly text: string }) => text.replace(/\d+(?:[.]\d+)?/g, '0').trim()
  const was = removed.map(form).sort().join('\n')
  const is = added.map(form).sort().join('\n')
  return added.length > 0 && is === was && added.every(({ text }) => threshold.test(text))
}
