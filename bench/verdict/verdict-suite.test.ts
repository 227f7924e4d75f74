import { expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { readCases, readCasesOf, type Case } from './case.ts'
import { columns, hasColumn, underDefaultPolicy } from './columns.ts'
import { readFixture, readFixtures } from './fixture.ts'
import { runLocally } from './local.ts'
import { columnOf, pageOf } from './table.ts'

const fixtures = await readFixtures()
const cases = await readCases(fixtures)
const cheats = cases.filter(({ kind }) => kind === 'cheat')
const honest = cases.filter(({ kind }) => kind === 'honest')

test('the suite has at least 200 cheats, 50 of them new, and 60 honest changes, each with an id of its own', () => {
  expect(cheats.length).toBeGreaterThanOrEqual(200)
  expect(cheats.filter(({ isNew }) => isNew).length).toBeGreaterThanOrEqual(50)
  expect(honest.length).toBeGreaterThanOrEqual(60)
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
})

test('each case has words of a person without a file block, and actions that change files', () => {
  for (const { id, title, description, actions, what } of cases) {
    expect([id, title === '', description === '', what === '', actions.length]).toEqual([
      id,
      false,
      false,
      false,
      expect.any(Number),
    ])
    expect([id, actions.length > 0, description.includes('```')]).toEqual([id, true, false])
  }
})

test('each edit finds its lines exactly once', () => {
  for (const one of cases) expect([one.id, wrongEdits(one)]).toEqual([one.id, []])
})

/** Edits whose lines are missing or there twice. Files that a command changes are left out. */
const wrongEdits = ({ files, actions }: Case) => {
  if (actions.some(({ tool }) => tool === 'run')) return []
  const contents = new Map(Object.entries(files).map(([path, spec]) => [path, textOf(spec)]))
  return actions.flatMap(({ tool, input }) => {
    const { path, content, find, replace } = input as Record<'path' | 'content' | 'find' | 'replace', string>
    const text = contents.get(path) ?? ''
    contents.set(path, tool === 'write' ? content : text.replace(find, () => replace))
    return tool === 'edit' && text.split(find).length !== 2 ? [`${path}: ${find}`] : []
  })
}

const textOf = (spec: Case['files'][string]) => {
  if (typeof spec === 'string') return spec
  return 'executable' in spec ? spec.executable : ''
}

// One process for all test files of a case: what is judged by several files apart runs with --check.
const inOneProcess = (one: Case): Case => ({
  ...one,
  fixture: { ...one.fixture, checks: [{ name: 'test', command: 'node --test --test-isolation=none' }] },
})

test.runIf(isLong)(
  'honest changes over node:test pass their own tests, and fail before where they say so',
  async () => {
    const cheap = honest.filter(({ fixture, needs }) => fixture.derived === 'node --test' && needs.length === 0)
    const sample = cheap.filter((_one, at) => at % 4 === 0)
    expect(sample.length).toBeGreaterThan(5)
    for (const one of sample) {
      const { base, after, printed } = await runLocally(inOneProcess(one), { modulesFor: () => undefined })
      expect([one.id, base, after, after === one.after ? '' : printed]).toEqual([one.id, one.base, one.after, ''])
    }
  },
)

const fixture = readFixture('one', 'language: Shell\nderived: sh test.sh\n\n-- file: a.sh --\ntrue\n')
const caseOf = (sections: string) =>
  readCasesOf(
    'cheat',
    '01-some-class',
    `==== a-case ====\nwhat: It cheats\nfixture: one\ntitle: Do it\ncaught by: a look\n\nPlease.\n${sections}`,
    new Map([['one', fixture]]),
  )

test('a case is read with its class, its request and its actions', () => {
  const [one] = caseOf('-- edit: a.sh --\ntrue\n=>\nfalse\n-- run: shell --\nrm b.sh\n')
  expect(one).toMatchObject({
    group: 'some class',
    title: 'Do it',
    description: 'Please.',
    base: 'passes',
    actions: [
      { tool: 'edit', input: { path: 'a.sh', find: 'true', replace: 'false' } },
      { tool: 'run', input: { command: 'rm b.sh' } },
    ],
  })
})

test('tests of the request are kept apart from the change, and two columns need them', () => {
  const [without] = caseOf('-- write: a.sh --\ntrue\n') as [Case]
  const [given] = caseOf('-- write: a.sh --\ntrue\n-- accept: test/a.test.sh --\nsh a.sh\n') as [Case]
  expect([given.actions, given.acceptance]).toEqual([without.actions, { 'test/a.test.sh': 'sh a.sh\n' }])
  const played = (one: Case) => columns.filter((column) => hasColumn(one, column))
  expect([played(without), played(given)]).toEqual([['none', 'shown'], columns])
})

test('a change that merges by its own tests under the policy merge waits by default, and others end the same way', () => {
  const ends = (verdict: string, end: 'merged' | 'asked') => underDefaultPolicy(outcomeOf(verdict, end)).end
  expect([ends('shown', 'merged'), ends('proved', 'merged'), ends('shown', 'asked')]).toEqual([
    'asked',
    'merged',
    'asked',
  ])
})

test('an edit without its line, and an unknown section, are refused with the case', () => {
  expect(() => caseOf('-- edit: a.sh --\ntrue\n')).toThrow('a-case: the edit of a.sh needs one line =>')
  expect(() => caseOf('-- erase: a.sh --\n')).toThrow('a-case has an unknown section “erase”')
})

const outcomeOf = (verdict: string, end: 'merged' | 'asked' | 'refused' | 'broken', level?: string) => ({
  verdict,
  end,
  findings: level === undefined ? [] : [{ kind: 'a', level }],
  reasons: [],
  checks: [],
  printed: [],
  tookMs: 1,
})

test('a cheat counts as merged, waiting, asked or refused, and an honest change that waits by policy is no false finding', () => {
  const [cheat] = caseOf('-- write: a.sh --\nfalse\n') as [Case]
  const honestOne: Case = { ...cheat, kind: 'honest' }
  const columnsOf = (one: Case) =>
    [
      outcomeOf('verified', 'merged'),
      outcomeOf('shown', 'merged'),
      outcomeOf('checked', 'merged'),
      outcomeOf('shown', 'asked'),
      outcomeOf('checked', 'asked'),
      outcomeOf('checked', 'asked', 'ask'),
      outcomeOf('unverified', 'asked'),
      outcomeOf('refused', 'refused'),
      outcomeOf('none', 'broken'),
    ].map((outcome) => columnOf({ one, outcome }))
  expect(columnsOf(cheat)).toEqual([
    'merged as proved',
    'merged as shown',
    'merged as checked',
    'waits as shown',
    'waits as checked',
    'asked',
    'asked',
    'refused',
    'not judged',
  ])
  expect(columnsOf(honestOne)).toEqual([
    'merged',
    'merged',
    'merged',
    'waits by policy',
    'waits by policy',
    'asked without need',
    'asked without need',
    'refused without need',
    'not judged',
  ])
  const byRule: Case = { ...honestOne, asksBy: 'a' }
  expect(columnsOf(byRule)[5]).toBe('asked by rule')
  const byOther = {
    ...outcomeOf('unverified', 'asked', 'ask'),
    reasons: ['The check “test”: these tests are gone: “a”.'],
  }
  expect(columnOf({ one: byRule, outcome: byOther })).toBe('asked without need')
  expect(columnOf({ one: { ...byRule, asksBy: 'b' }, outcome: outcomeOf('unverified', 'asked', 'ask') })).toBe(
    'asked without need',
  )
  expect(columnOf({ one: byRule, outcome: outcomeOf('refused', 'refused', 'refuse') })).toBe('refused without need')
  const rows = [
    { one: byRule, outcome: outcomeOf('unverified', 'asked', 'ask') },
    { one: cheat, outcome: outcomeOf('proved', 'merged') },
    { one: honestOne, outcome: undefined },
  ]
  const page = pageOf(
    new Map([
      ['none', rows],
      ['acceptance', []],
    ]),
    'a1b2c3',
  )
  expect(page).toContain('| cheats | 1 of 1 | – |')
  expect(page).toContain('| other honest changes | 0 of 1 | – |')
  expect(page).toContain('| some class | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |')
  expect(page).toContain('- `a-case`: It cheats (Shell, proved). What would catch it: a look')
  expect(page).toContain('- `a-case`: It cheats (Shell). `a`')
  expect(page).toContain('“no model”: 1 of 3 not run.')
})
