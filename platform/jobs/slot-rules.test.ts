import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideElsewhere, decideSlot, type MachineLoad } from './slot-rules.ts'

const load = (id: string, over: Partial<MachineLoad> = {}): MachineLoad => ({
  id,
  limit: 4,
  works: true,
  active: 0,
  runs: 0,
  people: 0,
  ownPeople: 0,
  ownRequests: 0,
  address: id,
  holds: false,
  holdsAlone: false,
  alone: false,
  ...over,
})
const run = { kind: 'run', machine: 'a', line: false, firstInLine: false, alone: false } as const
const alone = { ...run, alone: true }
const full = { active: 3, runs: 3 }
const died = { active: 1, runs: 1, holds: true }

test.each([
  ['a run takes a slot of its machine', [load('a')], run, 'taken'],
  ['a run keeps the slot that it has there', [load('a', { ...full, holds: true })], run, 'held'],
  ['a run that finds none is left to a machine that has one', [load('a', full), load('b')], run, 'left'],
  [
    'a run is not left to a machine without workers',
    [load('a', full), load('b', { works: false })],
    run,
    refused(3, 4),
  ],
  ['a run is refused where all are full', [load('a', full), load('b', full)], run, refused(6, 8)],
  ['a run waits behind the line', [load('a'), load('b')], { ...run, line: true }, refused(0, 8)],
  ['the first in line takes its own machine alone', [load('a', full), load('b')], first(), refused(3, 8)],
  [
    'a run with a slot of a full machine is left to it',
    [load('a', full), load('b', { ...full, holds: true })],
    run,
    'left',
  ],
  [
    'a run with a slot elsewhere moves past the line',
    [load('a'), load('b', { holds: true })],
    { ...run, line: true },
    'taken',
  ],
  [
    'no run begins beside one that has to be alone',
    [load('a', { active: 1, runs: 1, alone: true })],
    run,
    refused(1, 4),
  ],
  ['a run that has to be alone leaves the machine where it died', [load('a', died), load('b')], alone, 'left'],
  ['it is taken by the other one', [load('a'), load('b', died)], alone, 'taken'],
  [
    'it stays there, also while other runs have not ended',
    [load('a', { ...full, holds: true, holdsAlone: true }), load('b')],
    alone,
    'wait',
  ],
  ['it is not taken back', [load('a'), load('b', { ...died, holdsAlone: true })], alone, 'left'],
  ['on the only machine it waits for the others', [load('a', { ...full, holds: true })], alone, 'wait'],
  ['it begins when they have ended', [load('a', died), load('b', full)], alone, 'held'],
  [
    'of two such runs one waits in line',
    [load('a', { ...died, active: 2, runs: 2, alone: true })],
    alone,
    refused(2, 4),
  ],
  ['or goes to another machine', [load('a', { ...died, active: 2, runs: 2, alone: true }), load('b')], alone, 'left'],
  ['a request takes the last slot', [load('a', full)], { ...run, kind: 'request' }, 'taken'],
  [
    'requests leave one to runs, on each machine',
    [load('a', { active: 3 }), load('b')],
    { ...run, kind: 'request' },
    refused(3, 6),
  ],
  [
    'a request is told of all machines',
    [load('a', { active: 4, runs: 2 }), load('b')],
    { ...run, kind: 'request' },
    refused(4, 8),
  ],
  [
    'people leave one to requests that end',
    [load('a', { active: 2, people: 2 })],
    { ...run, kind: 'people' },
    refused(2, 2),
  ],
  [
    'a workspace has its share of the slots of people',
    [load('a', { active: 1, people: 1, ownPeople: 1 })],
    { ...run, kind: 'people' },
    refused(1, 1),
  ],
  [
    'people of another workspace take the rest',
    [load('a', { active: 1, people: 1 })],
    { ...run, kind: 'people' },
    'taken',
  ],
  ['people take no slot of two, which are kept', [load('a', { limit: 2 })], { ...run, kind: 'people' }, refused(0, 0)],
  [
    'people take none of three where runs have two',
    [load('a', { limit: 3, active: 2, runs: 2 })],
    { ...run, kind: 'people' },
    refused(2, 3),
  ],
  [
    'a run takes none of three where people and a run have two',
    [load('a', { limit: 3, active: 2, runs: 1, people: 1 })],
    run,
    refused(2, 3),
  ],
  [
    'a request takes the third one beside them',
    [load('a', { limit: 3, active: 2, runs: 1, people: 1 })],
    { ...run, kind: 'request' },
    'taken',
  ],
] as const)('%s', (_name, loads, request, expected) => {
  expect(decideSlot(loads, request)).toEqual(expected)
})

test.each([
  ['the machine with more room', [load('a'), load('b', { active: 2 }), load('c', { active: 1 })], 'c'],
  ['none on one machine', [load('a')], undefined],
  ['none that does not answer others', [load('a'), load('b', { address: null })], undefined],
  ['the last slot, which runs leave to requests', [load('a'), load('b', full)], 'b'],
  ['none where the last one is left to runs', [load('a'), load('b', { active: 3 })], undefined],
  ['none where a run has to be alone', [load('a'), load('b', { alone: true })], undefined],
  ['half of what the others have, for one workspace', [load('a'), load('b', { ownRequests: 1 }), load('c')], 'b'],
  ['no more than that', [load('a'), load('b', { ownRequests: 2 }), load('c', { ownRequests: 1 })], undefined],
  ['one slot at least', [load('a'), load('b', { limit: 2 })], 'b'],
] as const)('a request finds elsewhere: %s', (_name, loads, expected) => {
  expect(decideElsewhere(loads, 'a')?.id).toBe(expected)
})

test('a refusal lists the holders of the sandboxes, including sandboxes that the request could not have', () => {
  const loads = [load('a', { active: 4, runs: 1, people: 1 }), load('b', { active: 1, people: 1 })]
  expect(decideSlot(loads, { ...run, kind: 'request' })).toEqual({
    active: 4,
    limit: 6,
    runs: 1,
    requests: 2,
    people: 2,
  })
})

test('no order of decisions assigns a machine more than its limit, and a slot each is left to runs and to requests that end', () => {
  const machine = fc.constantFrom('a' as const, 'b' as const)
  const kind = fc.constantFrom('run' as const, 'request' as const, 'people' as const)
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 6 }),
      fc.array(fc.tuple(machine, kind), { maxLength: 40 }),
      (limit, takers) => {
        const taken = { a: [] as string[], b: [] as string[] }
        const countOf = (id: 'a' | 'b', of: string) => taken[id].filter((one) => one === of).length
        const loads = () =>
          (['a', 'b'] as const).map((id) =>
            load(id, { limit, active: taken[id].length, runs: countOf(id, 'run'), people: countOf(id, 'people') }),
          )
        for (const [at, of] of takers)
          if (decideSlot(loads(), { ...run, machine: at, kind: of }) === 'taken') taken[at].push(of)
        for (const { active, runs, people } of loads()) {
          expect(active).toBeLessThanOrEqual(limit)
          expect(runs + people).toBeLessThanOrEqual(limit - 1)
          expect(active - runs).toBeLessThanOrEqual(limit - 1)
        }
        for (const at of ['a', 'b'] as const) {
          if (countOf(at, 'request') === 0)
            expect(decideSlot(loads(), { ...run, machine: at, kind: 'request' })).toBe('taken')
          if (countOf(at, 'run') === 0) expect(decideSlot(loads(), { ...run, machine: at })).toBe('taken')
        }
      },
    ),
  )
})

function refused(active: number, limit: number) {
  return expect.objectContaining({ active, limit })
}

function first() {
  return { ...run, line: true, firstInLine: true }
}
