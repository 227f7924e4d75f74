import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { openerOf } from '../commands/server/open.ts'
import { endOf } from '../commands/people/keys-create.ts'
import { atelier } from './command.ts'
import { examplesOf } from './examples.ts'
import { buildProgram } from './program.ts'
import { runProgram } from '../run-program.ts'

const quiet = quietSession('/')
const program = () => buildProgram(quiet.session)
const leavesOf = (command: Command, path: readonly string[] = []): (readonly [string, Command])[] =>
  command.commands.length === 0
    ? [[path.join(' '), command]]
    : command.commands.flatMap((one) => leavesOf(one, [...path, one.name()]))

test('each command has examples below its help, of itself and as they can be typed', () => {
  const leaves = leavesOf(program())
  expect(leaves.length).toBeGreaterThan(30)
  for (const [path, command] of leaves) {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
    expect(help).toContain(`Examples:\n  ${atelier} ${path.split(' ')[0]}`)
  }
})

test('the instructions for coding agents name commands and options that there are', () => {
  const folder = new URL('../../../docs/agent-skill/', import.meta.url)
  const texts = ['AGENTS.md', 'atelier/SKILL.md'].map((path) => readFileSync(new URL(path, folder), 'utf8'))
  const lines = texts.flatMap((text) => [...text.matchAll(/(?:^|`)atelier ([^`\n]+)/gm)].map(([, line]) => line!))
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect([line, unknownIn(line)]).toEqual([line, []])
})

/** The words of a line that are no command or option of the program. */
const unknownIn = (line: string): string[] => {
  const words = line.match(/"[^"]*"|\S+/g)!
  const isKnown = program().commands.some((one) => one.name() === words[0])
  return [...(isKnown ? [] : words.slice(0, 1)), ...unknownOptions(words)]
}

/** Options among the words that their command does not have. */
const unknownOptions = (words: readonly string[]): string[] => {
  let command = program()
  for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command
  const known = command.options.map(({ long }) => long)
  return words
    .filter((word) => word.startsWith('--') && word !== '--help')
    .map((word) => word.split('=')[0]!)
    .filter((option) => !known.includes(option))
}

test.runIf(isLong)('each example is a command with options that there are', () => {
  for (const [path, lines] of Object.entries(examplesOf)) {
    for (const line of lines) {
      const words = line.split(/ (?:[>|]|--) /)[0]!.match(/"[^"]*"|\S+/g)!
      expect([line, unknownOptions(words)]).toEqual([line, []])
      expect(line.startsWith(path.split(' ')[0]!)).toBe(true)
    }
  }
})

/** Bash's completions at the end of a line, with the script that the command line prints. */
const completed = async (...words: readonly string[]) => {
  await program().parseAsync(['completion', 'bash'], { from: 'user' })
  const script = `${quiet.printed.at(-1)!}
    COMP_WORDS=(atelier "$@"); COMP_CWORD=$#; _atelier; printf '%s\\n' "\${COMPREPLY[@]}"`
  const printed = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
  return printed.trim().split('\n')
}

test.runIf(isLong)('bash completes commands, their own commands, options and choices', async () => {
  expect(await completed('wa')).toEqual(['watch'])
  expect(await completed('keys', '')).toEqual(['create', 'revoke', '--json', '--help'])
  expect(await completed('keys', 'create', 'Laptop', '--sc')).toEqual(['--scope'])
  expect(await completed('keys', 'create', '--scope', '')).toEqual(['read', 'write', 'admin'])
  expect(await completed('--json', 'config', 'set', '')).toEqual(['project', 'protect', '--json', '--help'])
  expect(await completed('completion', 'f')).toEqual(['fish'])
  expect(await completed('frobnicate', '$(touch /tmp/owned)')).toEqual([''])
})

test('scripts for zsh and fish name every command', async () => {
  for (const shell of ['zsh', 'fish']) {
    await program().parseAsync(['completion', shell], { from: 'user' })
    for (const [path] of leavesOf(program())) expect(quiet.printed.at(-1)).toContain(path.split(' ').at(-1))
  }
})

test('a browser is opened only if there is a screen', () => {
  expect(openerOf('linux', {})).toBeUndefined()
  expect(openerOf('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe('xdg-open')
  expect(openerOf('darwin', {})).toBe('open')
})

test('the end of a key is a while from now, a day or a time, and never over', () => {
  const now = new Date('2026-03-04T10:00:00.000Z')
  expect(endOf('90d', now)).toBe('2026-06-02T10:00:00.000Z')
  expect(endOf('12h', now)).toBe('2026-03-04T22:00:00.000Z')
  expect(endOf('2026-03-04', now)).toBe('2026-03-04T23:59:59.999Z')
  expect(endOf('2027-01-01T00:00:00Z', now)).toBe('2027-01-01T00:00:00.000Z')
  for (const wrong of ['', 'soon', '0x5d', '2026-13-01', '5', '0d'])
    expect(() => endOf(wrong, now)).toThrow(/no end of a key|over already/)
  expect(() => endOf('2026-03-03', now)).toThrow('over already')
})

test('an error that no command expects is reported with its place, as an error of the program', async () => {
  const { session, said, documents } = quietSession('/')
  expect(await runProgram(session, ['keys'])).toBe(1)
  expect(said.join('\n')).toMatch(/report this[^]*no server here\n +at /)
  expect(documents).toEqual([{ error: { message: 'Error: no server here', code: 'internal', exitCode: 1 } }])
})
