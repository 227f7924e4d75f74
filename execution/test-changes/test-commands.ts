import type { Change, FileChange, Finding } from './change.ts'
import { scriptsIn, targetsIn } from './script-texts.ts'

const judging =
  /^(?:pre|post)?(?:test|tests|check|checks|lint|typecheck|types|coverage|cover|cov|ci|verify|unit|spec|e2e|integration)(?:[:._-].*)?$/i
/** Commands that end well and check nothing. */
const idle = /^(?:true|:|exit(?: 0)?|echo\b[^|&;]*|node -e\s+(?:["']{1,2}\s*)?["']{0,2}|sleep \d+)?;?$/

/** The commands by which a project checks itself, in package.json, composer.json or a Makefile, if they changed. */
export const testCommands = (change: Change, checks: readonly { readonly command: string }[]): Finding[] => {
  const isNamed = (name: string) => judging.test(name) || checks.some(({ command }) => mentions(command, name))
  return change.files.flatMap((file) => {
    const commandsIn = readerOf(file.path)
    if (!commandsIn || file.text.before === undefined) return []
    const before = commandsIn(file.text.before)
    const after = commandsIn(file.text.after ?? '')
    return [...before]
      .filter(([name]) => isNamed(name))
      .flatMap(([name, was]) => changed(file, name, was, after.get(name)))
  })
}

const mentions = (command: string, name: string) =>
  new RegExp(
    `\\b(?:run|make|yarn|pnpm|just|composer|task)(?:[ \\t]+-\\S+)*[ \\t]+${name.replace(/\W/g, '\\$&')}(?![\\w:-])`,
  ).test(command)

const changed = (file: FileChange, name: string, was: string, is: string | undefined): Finding[] => {
  if (was === is || idle.test(was) || was.includes('no test specified')) return []
  const { path } = file
  const line = is === undefined ? lineOf(file.text.before!, name) : lineOf(file.text.after!, name)
  const how = is === undefined ? 'is gone' : `changed from “${was.slice(0, 120)}” to “${is.slice(0, 120)}”`
  return [
    {
      kind: 'test_command_changed',
      level: 'ask',
      path,
      line,
      reason: `${path}:${line} the command “${name}” ${how}. Leave it as it was.`,
    },
  ]
}

const lineOf = (text: string, name: string) => {
  const index = text.search(new RegExp(`["']?(?<![\\w-])${name.replace(/\W/g, '\\$&')}["']?[ \\t]*:`))
  return index === -1 ? 1 : text.slice(0, index).split('\n').length
}

const readerOf = (path: string) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === 'package.json' || name === 'composer.json') return scriptsIn
  return /^(?:GNUm|[Mm])akefile$|^[.]?[Jj]ustfile$|[.]mk$/.test(name) ? targetsIn : undefined
}
