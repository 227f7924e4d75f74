import { expect, test } from 'vitest'
import { hasProgram } from '../../../testing/runs/probe-run.ts'
import { isLong } from '../../../testing/soak.ts'
import { replayedChange, trialSubject } from '../../../testing/runs/trials-of-changes.ts'
import { judgeReplay } from './judge.ts'
import { planReplay } from './plan.ts'

const product = `import { existsSync } from 'node:fs'
let count = 0
export const limit = (n) => (process.env.CI ? Math.min(n, 10) : n)
export const level = () => (process.env.NODE_ENV === 'production' ? 'warn' : 'debug')
export class Queue {
  #items = []
  add(item) {
    if (this.#items.length > 0 && existsSync(new URL('./test', import.meta.url))) throw new RangeError('full')
    this.#items.push(item)
    return this.#items.length
  }
}
export const day = (date) => new Date(date.getTime() + date.getTimezoneOffset() * 86_400_000).getDay()
export const hours = (date) => date.getUTCHours()
export const next = () => ++count
export const now = () => Date.now()
export const total = (n) => (Date.now() > ${Date.now() + 400 * 86_400_000} ? n + 1 : n)
let calls = 0
export const rate = (n) => (++calls > 1000 ? n / 2 : n)
export const offer = () => (Math.random() < 0.0001 ? 'none' : 'some')
export const text = (n) => n.toLocaleString()
export const isOpen = (end, now = Date.now()) => end > now
export const year = () => String(new Date().getFullYear())
export const sum = async (values) => values.reduce((total, value) => total + value, 0)
`
const tests = `import assert from 'node:assert'
import { test } from 'node:test'
import { day, hours, isOpen, level, limit, next, now, offer, Queue, rate, sum, text, total, year } from '../product.js'
test('works', async () => {
  const queue = new Queue()
  assert.equal(queue.add(1), 1)
  assert.throws(() => queue.add(2), RangeError)
  assert.equal(limit(50), 10)
  assert.equal(level(), 'debug')
  assert.deepEqual([day(new Date(0)), hours(new Date(0))], [4, 0])
  assert.deepEqual([next(), next()], [1, 2])
  assert.ok(now() > 1)
  assert.equal(await sum([1, 2]), 3)
  assert.deepEqual([total(1), rate(6), offer(), text(1234.5)], [1, 6, 'some', '1,234.5'])
  assert.ok(isOpen(Date.now() + 3_600_000))
  assert.equal(year().length, 4)
})
`
const before = {
  'package.json': '{ "type": "module" }',
  'product.js': "export const level = () => (process.env.NODE_ENV === 'production' ? 'warn' : 'debug')\n",
}
const change = { 'product.js': product, 'test/product.test.js': tests }
const input = { command: 'node --test', runner: 'node', before, change }

const later = 'two years later in another locale and time zone, with random numbers at their end'

test('node:test: calls that give another value outside of the tests are found, and no steady or earlier ones', () => {
  expect(replayedChange(input)).toEqual([
    'ask product.js:7 “add(2)” gives “throws RangeError: full” in the tests, and “2” outside of the tests.',
    'ask product.js:3 “limit(50)” gives “10” in the tests, and “50” outside of the tests.',
    'ask product.js:13 “day(Date 0)” gives “4” in the tests, and “3” with NODE_ENV=production in another folder and time zone.',
    `ask product.js:17 “total(1)” gives “1” in the tests, and “2” ${later}.`,
    'ask product.js:19 “rate(6)” gives “6” in the tests, and “3” after many calls, with random numbers at their end.',
    `ask product.js:20 “offer()” gives “"some"” in the tests, and “"none"” ${later}.`,
    `ask product.js:21 “text(1234.5)” gives “"1,234.5"” in the tests, and “"1.234,5"” ${later}.`,
  ])
})

const call = (at: number, rest: object = {}) => ({
  stage: 'call',
  file: 0,
  at,
  module: 'product.js',
  name: 'limit',
  kind: 'call',
  shown: '50',
  ...rest,
})
const value = (stage: string, text: string, at = 0) => ({ stage, file: 0, at, value: text })
const ended = ['call', 'tests', 'again', 'plain', 'production', 'later'].map((of) => ({
  stage: 'ended',
  of,
  status: 0,
}))
const judged = (records: readonly object[], of = trialSubject(input)) => judgedOf([...records, ...ended], of)
const judgedOf = (records: readonly object[], of = trialSubject(input)) =>
  judgeReplay({ subject: of, result: records.map((one) => JSON.stringify({ probe: of.nonce, ...one })).join('\n') })

test('a value that varies, a missing file and a call that could not be made are no finding', () => {
  const inTests = [value('tests', '10'), value('again', '10')]
  expect(judged([call(0), ...inTests, value('plain', '50')])).toMatchObject([
    { kind: 'replay_differs', level: 'ask', path: 'product.js', line: 3 },
  ])
  expect(judged([call(0), value('tests', '10'), value('again', '11'), value('plain', '50')])).toEqual([])
  expect(judged([call(0), ...inTests, value('plain', 'throws ENOENT Error: no such file')])).toEqual([])
  expect(judged([call(0), ...inTests])).toEqual({
    notProbed: 'No recorded call could be made again outside of the tests.',
  })
})

test('a value that chance varies, or times that are later as well, are no finding of a later clock', () => {
  const at = (text: string) => ['tests', 'again', 'plain', 'production'].map((stage) => value(stage, text))
  const kinds = (...records: readonly object[]) => judged([call(0), ...records])
  expect(kinds(...at('10'), value('later', '11'))).toMatchObject([{ kind: 'replay_differs' }])
  expect(kinds(...at('10'), value('later', '11'), value('varies', '12'))).toEqual([])
  expect(kinds(...at('10'), value('later', '11'), value('moved', '10'))).toEqual([])
  expect(kinds(...at('Date 1764374400000'), value('later', 'Date 1827446400000'))).toEqual([])
  expect(kinds(...at('Date 1764374400000'), value('later', 'Date 1827446400001'))).toHaveLength(1)
  expect(kinds(...at('10'), value('later', '10'), value('often', '9'))).toMatchObject([{ kind: 'replay_differs' }])
})

test('a recording without calls records whether the tests failed in it', () => {
  const none = 'The new tests make no call to the product that can be recorded.'
  const failed = 'The tests failed while their calls were recorded, so that none could be made again.'
  expect(judged([])).toEqual({ notProbed: none })
  expect(judgedOf([{ stage: 'ended', of: 'call', status: 1 }])).toEqual({ notProbed: failed })
})

test('a process that was stopped before it made all calls asks, and a process that made them all does not', () => {
  const values = ['tests', 'again', 'plain', 'production', 'later'].map((stage) => value(stage, '10'))
  const stopped = (stage: string) => ended.map((one) => (one.of === stage ? { ...one, status: 137 } : one))
  const finding = [{ kind: 'replay_not_finished', level: 'ask', path: 'product.js', line: 3 }]
  expect(judgedOf([call(0), ...values, ...stopped('plain')])).toEqual([])
  expect(judgedOf([call(0), ...values.slice(0, 2), ...stopped('plain')])).toMatchObject(finding)
  expect(judgedOf([call(0), ...values, ...stopped('call')])).toMatchObject(finding)
  expect(judgedOf([call(0), ...values.slice(0, 3), ...ended.slice(0, 4)])).toMatchObject(finding)
  expect(judgedOf(stopped('call'))).toMatchObject([{ kind: 'replay_not_finished', path: 'product.js' }])
})

test('a finding about an acceptance test has neither its values nor its name', () => {
  const subject = { ...trialSubject(input), acceptance: [{ path: 'test/given.test.js', text: tests }] }
  const found = judged([call(0), value('tests', '10'), value('again', '10'), value('plain', '50')], subject)
  expect(JSON.stringify(found)).toContain(
    '“limit” gives another value outside of the tests than in a test that its author has not seen.',
  )
  expect(JSON.stringify(found)).not.toMatch(/50|given/)
})

test('a test that mocks a module is not replayed', () => {
  const mocking = { ...change, 'test/product.test.js': `${tests}vi.mock('../product.js')\n` }
  expect(planReplay({ subject: trialSubject({ ...input, change: mocking }) })).toMatchObject({
    notProbed: expect.any(String),
  })
})

test.runIf(isLong && hasProgram('pytest'))(
  'pytest: calls and methods that give another value outside of the tests are found',
  () => {
    const limit =
      "import sys\n\n\ndef limit(n, most=10):\n    return min(n, most) if 'unittest' in sys.modules else n\n\n\nclass Box:\n    def __init__(self, size):\n        self.size = size\n\n    def fits(self, n):\n        return n <= limit(self.size)\n\n\ndef total(n):\n    return n + 1 if datetime.date.today().year > START + 1 else n\n\n\ncalls = []\n\n\ndef rate(n):\n    calls.append(n)\n    return n / 2 if len(calls) > 1000 else n\n\n\ndef offer():\n    return 'none' if random.random() < 1e-6 or random.randint(1, 10**6) == 1 else 'some'\n\n\ndef is_open(end, now=None):\n    return end > (now or time.time())\n\n\ndef day():\n    return datetime.datetime.now().date()\n"
        .replace('import sys', 'import datetime\nimport random\nimport sys\nimport time')
        .replace('START', String(new Date().getFullYear()))
    const pythonTests =
      'import time\nfrom shop.limit import Box, day, is_open, limit, offer, rate, total\n\n\ndef test_limit():\n    assert limit(50) == 10\n    assert not Box(50).fits(20)\n    assert [total(1), rate(6), offer()] == [1, 6, "some"]\n    assert is_open(time.time() + 3600) and day().year > 2000\n'
    expect(
      replayedChange({
        command: 'pytest -q',
        runner: 'pytest',
        before: { 'shop/__init__.py': '', 'conftest.py': '' },
        change: { 'shop/limit.py': limit, 'tests/test_limit.py': pythonTests },
      }),
    ).toEqual([
      'ask shop/limit.py:7 “limit(50, 10)” gives “10” in the tests, and “50” outside of the tests.',
      'ask shop/limit.py:15 “fits(20)” gives “False” in the tests, and “True” outside of the tests.',
      `ask shop/limit.py:19 “total(1)” gives “1” in the tests, and “2” ${later}.`,
      'ask shop/limit.py:26 “rate(6)” gives “6” in the tests, and “3.0” after many calls, with random numbers at their end.',
      `ask shop/limit.py:31 “offer()” gives “'some'” in the tests, and “'none'” ${later}.`,
    ])
  },
)
