import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterEvent,
  claimsAtFirst,
  type ClaimEvent,
  type ClaimState,
  eventsOf,
  type ModelSize,
} from '../../testing/jobs/slot-machine.ts'

const isDeath = ({ kind }: ClaimEvent) => kind === 'die' || kind === 'go'
/** A machine that left may stay away as long as there is another machine. */
const isFree = (event: ClaimEvent, { machines }: ClaimState) =>
  !isDeath(event) && (event.kind !== 'return' || machines.every(({ isUp }) => !isUp))
const isDone = ({ runs }: ClaimState) => runs.every(({ at }) => at === 'done')

/** Each state that events lead to with so many deaths at most, and those from which all runs can end without one. */
const explore = (first: ClaimState, size: ModelSize, deaths: number) => {
  const nameOf = (state: ClaimState, left: number) => JSON.stringify([state, left])
  const known = new Map([[nameOf(first, deaths), { state: first, left: deaths }]])
  const before = new Map<string, string[]>()
  for (const [name, { state, left }] of known)
    for (const event of eventsOf(state)) {
      if (isDeath(event) && left === 0) continue
      const next = { state: afterEvent(state, event, size), left: isDeath(event) ? left - 1 : left }
      const nextName = nameOf(next.state, next.left)
      if (!known.has(nextName)) known.set(nextName, next)
      if (isFree(event, state)) before.set(nextName, [...(before.get(nextName) ?? []), name])
    }
  const ending = new Set([...known].flatMap(([name, { state }]) => (isDone(state) ? [name] : [])))
  for (const name of ending) for (const earlier of before.get(name) ?? []) ending.add(earlier)
  return { known, stuck: [...known].filter(([name]) => !ending.has(name)).map(([, { state }]) => state) }
}

test.each([
  ['one machine, three steps that four processes died in', { limits: [4], people: 0 }, [4, 4, 4], 1, 3],
  ['one machine with people, and a step beside them', { limits: [4], people: 1 }, [4, 4, 0], 2, 2],
  ['the fewest sandboxes', { limits: [3], people: 1 }, [4, 4, 2], 1, 3],
  ['two machines', { limits: [3, 3], people: 0 }, [4, 4, 4], 1, 2],
  ['two machines, four runs', { limits: [3, 3], people: 0 }, [5, 5, 5, 0], 1, 1],
])('all runs can end from each state that deaths lead to: %s', (_name, size, losses, steps, deaths) => {
  const { known, stuck } = explore(claimsAtFirst(losses, steps, size), size, deaths)
  expect(known.size).toBeGreaterThan(1_000)
  expect(stuck.slice(0, 1)).toEqual([])
})

test('after any order of deaths, waits and ends, each step gets its turn once no process dies any more', () => {
  fc.assert(
    fc.property(
      fc.record({
        limits: fc.array(fc.integer({ min: 3, max: 5 }), { minLength: 1, maxLength: 3 }),
        people: fc.integer({ min: 0, max: 1 }),
      }),
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.nat(), { maxLength: 120 }),
      fc.infiniteStream(fc.nat()),
      (size, losses, steps, chosen, order) => {
        let state = claimsAtFirst(losses, steps, size)
        for (const choice of chosen) {
          const events = eventsOf(state)
          state = afterEvent(state, events[choice % events.length]!, size)
          holds(state, size)
        }
        for (let rounds = 0; !isDone(state); rounds += 1) {
          expect(rounds).toBeLessThan(40 * losses.length)
          for (const event of shuffled(eventsOf(state), order)) {
            const isPossible = eventsOf(state).some((one) => JSON.stringify(one) === JSON.stringify(event))
            if (isPossible && isFree(event, state)) state = afterEvent(state, event, size)
            holds(state, size)
          }
        }
      },
    ),
    { numRuns: 500 },
  )
})

/** No machine has more than its runs may have, none has two that have it alone, and who waits in line has none. */
const holds = ({ runs, line }: ClaimState, { limits }: ModelSize) => {
  for (const [on, limit] of limits.entries()) {
    const here = runs.filter(({ slot }) => slot?.on === on)
    expect(here.length).toBeLessThanOrEqual(limit - 1)
    expect(here.filter(({ slot }) => slot!.alone).length).toBeLessThanOrEqual(1)
  }
  for (const run of line) expect(runs[run]).toMatchObject({ at: 'line', slot: null })
}

const shuffled = (events: readonly ClaimEvent[], order: Iterator<number>) =>
  events
    .map((event) => ({ event, at: Number(order.next().value) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ event }) => event)
