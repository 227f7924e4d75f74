import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextMoves, type PlacedTask, type TaskProgress } from './rules-moves.ts'

const task = (number: number, progress: TaskProgress, needs: readonly number[] = []): PlacedTask => ({
  id: `${number}`,
  number,
  progress,
  needs: needs.map(String),
})

test('a task without needs begins, as far as there is room, and the rest is blocked or waits', () => {
  const tasks = [task(3, 'waiting'), task(1, 'waiting'), task(2, 'waiting', [1])]
  expect(nextMoves(tasks, 1)).toEqual({
    start: ['1'],
    merge: undefined,
    held: ['3'],
    blocked: ['2'],
    dropped: [],
    open: 0,
    end: undefined,
  })
  expect(nextMoves(tasks, 5).start).toEqual(['1', '3'])
})

test('a need is met only by a merge, not by an approval', () => {
  expect(nextMoves([task(1, 'approved'), task(2, 'waiting', [1])], 5)).toMatchObject({ start: [], merge: '1' })
  expect(nextMoves([task(1, 'merged'), task(2, 'waiting', [1])], 5)).toMatchObject({ start: ['2'], blocked: [] })
})

test('after a failure nothing begins, approved changes are merged, and the end is a failure', () => {
  const failing = [task(1, 'failed'), task(2, 'approved'), task(3, 'waiting'), task(4, 'open')]
  expect(nextMoves(failing, 5)).toMatchObject({ start: [], merge: '2', dropped: ['3'], open: 1, end: undefined })
  const over = [task(1, 'failed'), task(2, 'merged'), task(3, 'waiting', [1])]
  expect(nextMoves(over, 5)).toMatchObject({ start: [], merge: undefined, dropped: ['3'], end: 'failed' })
})

test('a cycle that has no task left is at its end', () => {
  expect(nextMoves([], 5)).toMatchObject({ start: [], end: 'merged' })
})

interface Play {
  readonly size: number
  readonly edges: readonly (readonly [number, number])[]
  readonly room: number
  readonly fails: readonly boolean[]
  readonly order: readonly number[]
}

const plays: fc.Arbitrary<Play> = fc.record({
  size: fc.integer({ min: 1, max: 12 }),
  edges: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 30 }),
  room: fc.integer({ min: 1, max: 4 }),
  fails: fc.array(
    fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    { minLength: 12, maxLength: 12 },
  ),
  order: fc.array(fc.nat(100), { minLength: 40, maxLength: 40 }),
})

/** Plays a cycle to its end: one open task after another ends, in an order that chance gives. */
const play = ({ size, edges, room, fails, order }: Play) => {
  const tasks: (Omit<PlacedTask, 'progress'> & { progress: TaskProgress })[] = Array.from(
    { length: size },
    (_, at) => ({
      id: `${at}`,
      number: at + 1,
      progress: 'waiting',
      needs: [...new Set(edges.filter(([from, to]) => from === at && to < at).map(([, to]) => `${to}`))],
    }),
  )
  const find = (id: string) => tasks.find((one) => one.id === id)!
  const began: string[] = []
  for (let turn = 0; turn < 200; turn += 1) {
    const open = tasks.filter(({ progress }) => progress === 'open')
    const moves = nextMoves(tasks, room - open.length)
    if (moves.end) return { tasks, began, end: moves.end }
    for (const id of moves.start) {
      expect(find(id).needs.map((need) => find(need).progress)).toEqual(find(id).needs.map(() => 'merged'))
      find(id).progress = 'open'
      began.push(id)
    }
    const busy = tasks.filter(({ progress }) => progress === 'open')
    expect(busy.length).toBeLessThanOrEqual(room)
    expect(busy.length > 0 || moves.merge !== undefined).toBe(true)
    if (moves.merge) find(moves.merge).progress = 'merged'
    else {
      const ending = busy[order[turn % order.length]! % busy.length]!
      ending.progress = fails[Number(ending.id)] ? 'failed' : 'approved'
    }
  }
  return { tasks, began, end: undefined }
}

test('each task of any graph begins once, after its needs, within the room, and the cycle comes to its end', () =>
  fc.assert(
    fc.property(plays, (given) => {
      const { tasks, began, end } = play(given)
      expect(new Set(began).size).toBe(began.length)
      const hasFailed = tasks.some(({ progress }) => progress === 'failed')
      expect(end).toBe(hasFailed ? 'failed' : 'merged')
      expect(tasks.every(({ progress }) => progress === 'merged')).toBe(!hasFailed)
    }),
  ))
