import type { FileChange } from './change.ts'
import { changedLines, type Line, type LineChanges } from './changed-lines.ts'

const tomlChecks =
  /^(?:tool[.:](?:pytest|coverage|ruff|mypy|pyright|basedpyright|pylint|flake8|tox|isort|black|hatch\.envs)|tool:pytest|coverage:|flake8|mypy|pylint|isort|lints|workspace\.lints|test\b|profile\.test)/
const manifestKeys = [
  'jest',
  'mocha',
  'ava',
  'vitest',
  'nyc',
  'c8',
  'tap',
  'xo',
  'eslintConfig',
  'lint-staged',
  'husky',
] as const

/**
 * The changed lines of a manifest that are settings of checks; undefined for a file that is no manifest, empty if it
 * has none.
 */
export const judgingManifestLines = (file: FileChange): LineChanges | undefined => {
  const { path, text } = file
  if (/(?:^|\/)(?:pyproject[.]toml|setup[.]cfg|Cargo[.]toml)$/.test(path))
    return inRanges(file, (side) => sectionLines(side))
  if (/(?:^|\/)vite[.]config[.]\w+$/.test(path))
    return /\btest\s*:|vitest/.test((text.before ?? '') + (text.after ?? '')) ? changedLines(file) : none
  if (/(?:^|\/)[.]npmrc$/.test(path)) return inRanges(file, shellLines)
  if (/(?:^|\/)package[.]json$/.test(path)) return inRanges(file, keyLines)
  return undefined
}

const none: LineChanges = { added: [], removed: [] }

const inRanges = (file: FileChange, linesIn: (text: string) => ReadonlySet<number>): LineChanges => {
  const { added, removed } = changedLines(file)
  const within = (text = '') => {
    const inside = linesIn(text)
    return ({ line }: Line) => inside.has(line)
  }
  return { added: added.filter(within(file.text.after)), removed: removed.filter(within(file.text.before)) }
}

const sectionLines = (text: string): ReadonlySet<number> => {
  let isInside = false
  const inside = new Set<number>()
  for (const [at, line] of text.split('\n').entries()) {
    const section = /^\[+\s*"?([^\]]+)/.exec(line)?.[1]
    if (section !== undefined) isInside = tomlChecks.test(section)
    if (isInside) inside.add(at + 1)
  }
  return inside
}

/** Lines of npm's settings that decide how scripts run. */
const shellLines = (text: string): ReadonlySet<number> =>
  new Set(
    text
      .split('\n')
      .flatMap((line, at) =>
        /^\s*(?:script-shell|node-options|ignore-scripts|onload-script|shell)\b/.test(line) ? [at + 1] : [],
      ),
  )

/** Lines of the settings of test runners and checkers in a package.json that is indented as npm does it. */
const keyLines = (text: string): ReadonlySet<number> => {
  let isInside = false
  const inside = new Set<number>()
  for (const [at, line] of text.split('\n').entries()) {
    const key = /^(?: {1,4}|\t)"([\w-]+)"\s*:/.exec(line)?.[1]
    if (key !== undefined) isInside = manifestKeys.some((name) => name === key)
    if (isInside && !/^[}\s]*$/.test(line)) inside.add(at + 1)
  }
  return inside
}

const threshold =
  /\b(?:branches|functions|lines|statements|fail[_-]under|minimum|threshold|target|max-warnings|max-line-length|max-complexity)\b/

/** Whether only numbers of thresholds differ; another rule reports lower ones. */
export const onlyRaisesThresholds = ({ added, removed }: LineChanges): boolean => {
  const form = ({ text }: Line) => text.replace(/\d+(?:[.]\d+)?/g, '0').trim()
  const was = removed.map(form).sort()
  return (
    added.length > 0 &&
    added.length === removed.length &&
    added.every(({ text }) => threshold.test(text)) &&
    added
      .map(form)
      .sort()
      .every((line, at) => line === was[at])
  )
}
