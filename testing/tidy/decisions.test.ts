import { expect, test } from 'vitest'
import { findingsOf, treeOf } from './index.ts'

type Files = readonly (readonly [path: string, text: string])[]

const numberOf = (at: number) => String(at + 1).padStart(4, '0')
const words = (count: number) => 'word '.repeat(count)
const queue = ['platform/queue.ts', '/** The queue: decisions/0001. */'] as const

const decisionsUpTo = (last: number): Files => {
  const numbers = Array.from({ length: last }, (_, at) => at)
  return [
    ...numbers.map((at) => [`decisions/${numberOf(at)}-a.md`, `# ${at + 1}. A\n`] as const),
    ['platform/a.ts', numbers.map((at) => `// decisions/${numberOf(at)}`).join('\n')],
  ]
}

const whatIsWrong = (files: Files) =>
  findingsOf(treeOf(files), 'decisions').map(({ path, wrong }) => `${path} ${wrong}`)

test.each<[string, Files]>([
  [
    'code or a page names it, and its number and words are right',
    [
      ['decisions/0001-a.md', '# 1. A\n'],
      ['decisions/0003-b.md', `# 3. B\n${words(397)}`],
      queue,
      ['platform/AGENTS.md', 'See [0003](../decisions/0003-b.md).'],
    ],
  ],
  ['there are 80', decisionsUpTo(80)],
])('nothing is wrong with a decision if %s', (_case, files) => {
  expect(whatIsWrong(files)).toEqual([])
})

test.each<[string, string, Files]>([
  [
    'that has the number of another one',
    'decisions/0001-b.md has the number of 0001-a.md',
    [['decisions/0001-a.md', '# 1. A\n'], ['decisions/0001-b.md', '# 1. B\n'], queue],
  ],
  [
    'that has another number in its title',
    'decisions/0002-a.md has another number in its title than in its name',
    [['decisions/0002-a.md', '# 1. A\n']],
  ],
  [
    'that has 401 words',
    'decisions/0001-a.md has 401 words, of 400',
    [['decisions/0001-a.md', `# 1. A\n${words(398)}`], queue],
  ],
  [
    'that is not listed',
    'decisions/0001-a.md is not listed in decisions/README.md',
    [['decisions/0001-a.md', '# 1. A\n'], ['decisions/README.md', '# List'], queue],
  ],
  [
    'that only the list names',
    'decisions/0001-a.md is named nowhere else',
    [
      ['decisions/0001-a.md', '# 1. A\n'],
      ['decisions/README.md', '- [decisions/0001](0001-a.md)'],
    ],
  ],
  ['that is one too many', 'decisions/0081-a.md is one of 81 decisions, of 80', decisionsUpTo(81)],
])('a decision is found %s', (_case, wrong, files) => {
  expect(whatIsWrong(files)).toEqual([wrong])
})
