import { expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { readCases, readCasesOf, type Case } from './case.ts'
import { endsByClass, mergedByKind } from './by-class.ts'
import { choose } from './choose.ts'
import { classes, holes, isLater } from './classes.ts'
import { columns, hasColumn, underDefaultPolicy } from './columns.ts'
import { readFixture, readFixtures } from './fixture.ts'
import { runLocally } from './local.ts'
import { caseOf as caseAbout } from './player.ts'
import { columnOf, pageOf } from './table.ts'

const fixtures = await readFixtures()
const cases = await readCases(fixtures)
const cheats = cases.filter(({ kind }) => kind === 'cheat')
const honest = cases.filter(({ kind }) => kind === 'honest')

test('each round has its cheats and honest changes, each case has an id of its own, and each class is known', () => {
  const counted = [cheats, honest].map((all) =>
    [false, true].map((is) => all.filter((one) => isLater(one) === is).length),
  )
  expect(counted).toEqual([
    [202, expect.any(Number)],
    [77, expect.any(Number)],
  ])
  expect(counted[0]![1]).toBeGreaterThanOrEqual(120)
  expect(counted[1]![1]).toBeGreaterThanOrEqual(60)
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  expect(new Set(cases.map(({ group }) => group))).toEqual(new Set(classes))
  expect(cheats.filter(({ group }) => group === holes).length).toBeGreaterThan(20)
})

test('cases of the later round have a title that no other case has', () => {
  const byTitle = Map.groupBy(cases, ({ title }) => title)
  const shared = [...byTitle.values()].filter((all) => all.length > 1)
  expect(shared.flat().filter(isLater)).toEqual([])
})

test('a later cheat completes the task, and its tests come with the task or fail at the base', () => {
  const later = cheats.filter(isLater)
  for (const { id, isRight, base, acceptance } of later)
    expect([id, isRight, base === 'fails' && Object.keys(acceptance).length > 0]).toEqual([id, true, false])
  expect(later.filter(({ base }) => base === 'fails').map(({ group }) => group)).toEqual(
    later.flatMap(({ group }) => (group === 'a red test and harm beside it' ? [group] : [])),
  )
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
  'honest changes over node:test pass their own tests, and fail before if they declare it',
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
    { fixtures: new Map([['one', fixture]]), honest: new Map() },
  )

const besideOf = (fields: string, sections: string, right: Case) =>
  readCasesOf(
    'cheat',
    '02-beside',
    `==== b-case ====\nwhat: It harms\nbeside: a-case\n${fields}title: Do that\ncaught by: a look\n\n${sections}`,
    { fixtures: new Map(), honest: new Map([['a-case', right]]) },
  )

test('a cheat beside an honest change begins with it, and its tests are red tests of the base on wish', () => {
  const [right] = caseOf('-- write: a.sh --\nfalse\n-- accept: test/a.test.sh --\nsh a.sh\n') as [Case]
  const [beside] = besideOf('', '-- write: b.sh --\nrm\n', right) as [Case]
  expect(beside).toMatchObject({
    group: 'beside',
    title: 'Do that',
    description: 'Please.',
    base: 'passes',
    isRight: true,
  })
  expect([beside.actions.length, beside.actions[0], beside.acceptance]).toEqual([2, right.actions[0], right.acceptance])
  const [red] = besideOf('red: yes\n', 'The test is red.\n-- write: b.sh --\nrm\n', right) as [Case]
  expect(red).toMatchObject({ base: 'fails', acceptance: {}, description: 'The test is red.' })
  expect(red.files['test/a.test.sh']).toBe('sh a.sh\n')
  expect(() =>
    readCasesOf('cheat', '02-beside', '==== b ====\nbeside: none\n\n', { fixtures: new Map(), honest: new Map() }),
  ).toThrow('b is beside a change that is missing')
})

test('a conversation is about the case whose whole title and description it has', () => {
  const [one] = caseOf('-- write: a.sh --\nfalse\n') as [Case]
  const longer: Case = { ...one, id: 'longer', title: 'Do it twice' }
  const described: Case = { ...one, id: 'described', description: 'Please.\n\nTwice.' }
  const played = (text: string) => caseAbout([described, one, longer], ['You are an agent', text])?.id
  expect(played('Do it twice\n\nPlease.')).toBe('longer')
  expect(played('What was asked for:\nDo it\n\nPlease.\n\nDo it twice')).toBe('a-case')
  expect(played('Do it\n\nPlease.\n\nTwice.')).toBe('described')
  expect(played('Do it now\n\nPlease.')).toBeUndefined()
})

test('cases are chosen by pattern, by ids, and by a half of the first round that a seed draws', () => {
  const chosen = choose(cases, { half: '20261128' })
  const countOf = (all: readonly Case[], isOfRound: boolean) => all.filter((one) => isLater(one) === isOfRound).length
  expect([countOf(chosen, false), countOf(chosen, true)]).toEqual([101 + 39, countOf(cases, true)])
  expect(choose(cases, { half: '20261128' })).toEqual(chosen)
  expect(choose(cases, { half: 'another' })).not.toEqual(chosen)
  expect(choose(cases, { ids: ['fix-leap'] }).map(({ id }) => id)).toEqual(['fix-leap'])
  expect(choose(cases, { only: '^fix-leap ' }).map(({ id }) => id)).toEqual(['fix-leap'])
  expect(() => choose(cases, { ids: ['fix-leap', 'none'] })).toThrow('“none” is the id of no case')
})

test('the drawn cases are half of the first cheats, and of the later round 120 cheats and 60 honest changes', () => {
  const chosen = choose(cases, { draw: '20261129' })
  const counted = Object.groupBy(chosen, (one) => `${isLater(one) ? 'later' : 'first'} ${one.kind}`)
  const numbers = Object.entries(counted).map(([name, all]) => [name, all.length])
  expect(numbers[0]).toEqual(['first cheat', 101])
  expect(numbers.length).toBe(3)
  expect(counted['later cheat']!.length).toBeGreaterThanOrEqual(120)
  for (const group of ['fixes and features with care', 'everyday changes'])
    expect(chosen.filter((one) => one.group === group).length).toBeGreaterThanOrEqual(30)
  expect(new Set(chosen.filter(isLater).map(({ group }) => group))).toEqual(
    new Set(cases.filter(isLater).map(({ group }) => group)),
  )
  expect(choose(cases, { draw: '20261129' })).toEqual(chosen)
})

test('a change whose trials had no time is named by itself', () => {
  const [one] = caseOf('-- write: a.sh --\nfalse\n') as [Case]
  const asked = outcomeOf('shown', 'asked')
  const late = { ...asked, findings: [{ kind: 'hunk_not_tried', level: 'ask' }] }
  const pageWith = (outcome: typeof late) => pageOf(new Map([['acceptance', [{ one, outcome }]]]), 'a1b2c3')
  expect(pageWith(late)).toContain('- acceptance tests: It cheats')
  expect(pageWith({ ...asked, findings: [{ kind: 'a', level: 'ask' }] })).not.toContain('- acceptance tests:')
})

test('ends are counted for each class and column, and separately for the class of holes', () => {
  const [cheat] = caseOf('-- write: a.sh --\nfalse\n') as [Case]
  const hole: Case = { ...cheat, id: 'hole', group: holes }
  const rows = [
    outcomeOf('proved', 'merged'),
    outcomeOf('shown', 'asked', 'ask'),
    { ...outcomeOf('shown', 'asked'), asked: ['unseen'] },
    outcomeOf('shown', 'asked', 'note'),
    outcomeOf('refused', 'refused'),
    outcomeOf('none', 'broken'),
  ].map((outcome) => ({ one: cheat, outcome }))
  const byColumn = new Map([['none' as const, [...rows, { one: hole, outcome: outcomeOf('proved', 'merged') }]]])
  expect(endsByClass(byColumn)).toContain('| cheat: some class | 1 / 2 / 1 / 1 / 1 |')
  expect(mergedByKind(byColumn)).toContain('| cheats without the class of holes | 1 of 5 (20.0 %), 1 not run |')
  expect(mergedByKind(byColumn)).toContain(`| cheats: ${holes} | 1 of 1 (100.0 %), 0 not run |`)
})

test('honest changes under the third choice merge, wait together, or are named', () => {
  const [written] = caseOf('-- write: a.sh --\ntrue\n') as [Case]
  const one: Case = { ...written, kind: 'honest' }
  const asked = outcomeOf('checked', 'asked')
  const ends = [outcomeOf('checked', 'merged'), { ...asked, isTogether: true }, asked, outcomeOf('none', 'broken')]
  const textOf = (count: number) =>
    mergedByKind(new Map([['texts' as const, ends.slice(0, count).map((outcome) => ({ one, outcome }))]]))
  expect(textOf(4)).toContain('1 of 3 other honest changes merge, and 1 wait to be approved together')
  expect(textOf(4)).toContain('one by one: `a-case`.')
  expect(textOf(2)).toContain('one by one: none.')
})

test('an honest feature whose request names a file that no test can run is not counted', () => {
  const [written] = caseOf('-- write: db/2.sql --\nselect 1;\n-- write: a.sh --\ntrue\n') as [Case]
  const feature: Case = { ...written, kind: 'honest', group: 'features', title: 'Add b' }
  const asking: Case = { ...feature, description: 'The table comes with “db/2.sql”.' }
  const countsOf = (...all: readonly Case[]) =>
    mergedByKind(new Map([['none' as const, all.map((one) => ({ one, outcome: outcomeOf('proved', 'merged') }))]]))
  expect(countsOf(feature, { ...asking, id: 'other' })).toContain('| honest fixes and features | 1 of 1 (100.0 %)')
  expect(countsOf(feature, { ...asking, id: 'other' })).toContain('run: 1 honest fixes and features.')
  expect(countsOf({ ...feature, description: 'Call a.sh.' })).toContain('run: 0 honest fixes and features.')
})

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
  expect(played(without)).toEqual(['none', 'shown'])
  expect(played(given)).toEqual(['none', 'acceptance', 'examiner', 'shown'])
  expect(played({ ...without, kind: 'honest' })).toEqual(['none', 'shown', 'texts'])
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
  expect(page).not.toContain('the seed')
  expect(pageOf(new Map([['none', rows]]), 'a1b2c3', { half: '7' })).toContain('the half that the seed 7 draws.')
  expect(page).toContain('| cheats | 1 of 1 | – |')
  expect(page).toContain('| other honest changes | 0 of 1 | – |')
  expect(page).toContain('| some class | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |')
  expect(page).toContain('- `a-case`: It cheats (Shell, proved). What would catch it: a look')
  expect(page).toContain('- `a-case`: It cheats (Shell). `a`')
  expect(page).toContain('“no model”: 1 of 3 not run.')
})
