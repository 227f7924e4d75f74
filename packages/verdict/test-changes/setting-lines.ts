import type { FileChange } from './change.ts'
import { changedLines, linesWhere, linesWithin, type Line, type LineChanges } from './changed-lines.ts'

const tomlChecks =
  /^(?:tool[.:](?:pytest|coverage|ruff|mypy|pyright|basedpyright|pylint|flake8|tox|isort|black|hatch\.envs)|tool:pytest|coverage:|flake8|mypy|pylint|isort|lints|workspace\.lints|test\b|profile\.test)/
const manifestKeys = 'jest mocha ava vitest nyc c8 tap xo eslintConfig lint-staged husky'.split(' ')

/**
 * The changed lines of a manifest that are settings of checks; undefined for a file that is no manifest, empty if it
 * has none.
 */
export const judgingManifestLines = (file: FileChange): LineChanges | undefined => {
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
