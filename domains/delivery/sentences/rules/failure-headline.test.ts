import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explanation } from '../../../../execution/models/offline/turn.ts'
import { filled, sentence } from '../rules.ts'
import { sentences } from './catalogue.ts'
import { failureHeadline } from './failure-headline.ts'

const missingModule = [
  'Exit code 1',
  'node:internal/modules/cjs/loader:1228',
  '  throw err;',
  '  ^',
  '',
  "Error: Cannot find module '/worktree/print-ticket.js'",
  '    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)',
  "  code: 'MODULE_NOT_FOUND',",
  '}',
].join('\n')

const stoppedAt = (block: string, output: string) =>
  `The agent did not finish. I stopped at block 1 of 2${block}. ${output}`

const passedBefore = sentence('check_passed_before', { check: 'test' })

interface Reason {
  readonly name: string
  readonly message: string
  readonly why: string
  readonly command?: string
  readonly rest: string
}

const reasons: readonly Reason[] = [
  {
    name: 'a command of the offline model with a stack',
    message: stoppedAt(' (run node print-ticket.js A1)', missingModule),
    why: "Cannot find module '/worktree/print-ticket.js'",
    command: 'node print-ticket.js A1',
    rest: `The agent did not finish.\n${missingModule}`,
  },
  {
    name: 'a command that printed one line',
    message: stoppedAt(' (run echo broken on purpose; exit 3)', 'Exit code 3\nbroken on purpose\n'),
    why: 'broken on purpose',
    command: 'echo broken on purpose; exit 3',
    rest: 'The agent did not finish.\nExit code 3\nbroken on purpose',
  },
  {
    name: 'a command that printed nothing',
    message: stoppedAt(' (run false)', 'Exit code 1\n'),
    why: 'Exit code 1',
    command: 'false',
    rest: 'The agent did not finish.\nExit code 1',
  },
  {
    name: 'an edit that does not apply',
    message: stoppedAt(' (edit sum.js)', 'Error: The text to replace is not in sum.js.'),
    why: 'The text to replace is not in sum.js.',
    rest: 'The agent did not finish.\nError: The text to replace is not in sum.js.',
  },
  {
    name: 'a request without a block for the offline model',
    message: `The agent did not finish. ${explanation}`,
    why: 'No model is connected.',
    rest: `The agent did not finish.\n${explanation.slice('No model is connected. '.length)}`,
  },
  {
    name: 'an agent that gave up in words',
    message: 'The agent did not finish. Nobody knows the days.',
    why: 'Nobody knows the days.',
    rest: 'The agent did not finish.',
  },
  {
    name: 'an agent that did nothing about what the review sent back',
    message: `${sentence('review_sent_back')} ${passedBefore} ${sentence('agent_no_further_change')}`,
    why: passedBefore,
    rest: `${sentence('review_sent_back')}\n${sentence('agent_no_further_change')}`,
  },
  {
    name: 'a task of several',
    message: `The task “Print tickets.” failed. ${sentence('conflict_in', { files: 'a.js and b.js' })}`,
    why: 'The change conflicts with what was merged meanwhile in a.js and b.js.',
    rest: 'The task “Print tickets.” failed.',
  },
  {
    name: 'a sentence alone, although it only says that something failed',
    message: 'The agent did not finish.',
    why: 'The agent did not finish.',
    rest: '',
  },
  {
    name: 'a full stop inside of a quote',
    message: 'The request says “Add it. Test it.”. The test “adds. one” fails over the change.',
    why: 'The request says “Add it. Test it.”.',
    rest: 'The test “adds. one” fails over the change.',
  },
  {
    name: 'the build of a deployment',
    message: 'The build command “npm run build” ended with exit code 1. The log says why.',
    why: 'The build command “npm run build” ended with exit code 1.',
    rest: 'The log says why.',
  },
  {
    name: 'a traceback of Python',
    message: 'Traceback (most recent call last)\n  File "a.py", line 1\nModuleNotFoundError: No module named \'flask\'',
    why: "ModuleNotFoundError: No module named 'flask'",
    rest: 'Traceback (most recent call last)\n  File "a.py", line 1\nModuleNotFoundError: No module named \'flask\'',
  },
  {
    name: 'a clone that git refused',
    message: "Cloning into 'x'\nfatal: repository 'https://git.example/x' not found",
    why: "fatal: repository 'https://git.example/x' not found",
    rest: "Cloning into 'x'\nfatal: repository 'https://git.example/x' not found",
  },
]

test.each(reasons)('the headline of $name says why', ({ message, why, command, rest }) => {
  expect(failureHeadline(message)).toEqual({ why, command, rest })
})

test('sentences of the server are in the language of the reader, of which the headline is the first', () => {
  const german = (text: string) =>
    text
      .replace(sentences.target_moved, 'Der Zielbranch hat sich immer wieder geändert. Starte den Zyklus noch einmal.')
      .replace('The task “A” failed.', 'Die Aufgabe „A“ ist fehlgeschlagen.')
  expect(failureHeadline(`The task “A” failed. ${sentences.target_moved}`, german)).toEqual({
    why: 'Der Zielbranch hat sich immer wieder geändert.',
    command: undefined,
    rest: 'Die Aufgabe „A“ ist fehlgeschlagen.\nStarte den Zyklus noch einmal.',
  })
})

test('every sentence of the server gives a headline of one line', () => {
  for (const template of Object.values(sentences)) {
    const { why } = failureHeadline(filled(template, {}))
    expect(why).not.toBe('')
    expect(why).not.toContain('\n')
  }
})

test('a headline has one line and at most 241 characters, and nothing is lost, for any reason', () => {
  const parts = fc.array(
    fc.oneof(fc.string(), fc.constantFrom('. ', '\n', '“', '”', 'Error: ', 'Exit code 1', '(', ')')),
  )
  fc.assert(
    fc.property(parts, (all) => {
      const message = all.join('')
      const { why, rest } = failureHeadline(message)
      expect(why.length).toBeLessThanOrEqual(241)
      expect(why).not.toContain('\n')
      const words = `${why} ${rest}`
      for (const word of message.split(/\s+/).filter((one) => one.length < 100)) expect(words).toContain(word)
    }),
  )
})

test('a reason of 100,000 quotes is read in time', () => {
  const { why } = failureHeadline('“('.repeat(50_000))
  expect(why).toHaveLength(241)
})
