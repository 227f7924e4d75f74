import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planPull, planPush, planSync, relationOf, type Distance, type WorkTree } from './plan.ts'

/** A history as commits with the parents of each; a commit comes after its parents. */
const histories = fc
  .array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 1, maxLength: 12 })
  .map((seeds) =>
    seeds.map(([one, two, isMerge], at) => (at === 0 ? [] : [...new Set([one % at, ...(isMerge ? [two % at] : [])])])),
  )

const withAncestors = (history: readonly (readonly number[])[], of: number): ReadonlySet<number> =>
  new Set([of, ...history[of]!.flatMap((parent) => [...withAncestors(history, parent)])])

/** Two branches of one history, with the commits of each and their distance. */
const sides = fc.tuple(histories, fc.nat(), fc.nat()).map(([history, one, two]) => {
  const here = one % history.length
  const there = two % history.length
  const local = withAncestors(history, here)
  const cloud = withAncestors(history, there)
  const alone = (mine: ReadonlySet<number>, theirs: ReadonlySet<number>) =>
    [...mine].filter((commit) => !theirs.has(commit)).length
  return { here, there, local, cloud, distance: { ahead: alone(local, cloud), behind: alone(cloud, local) } }
})

const paths = fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 })
const workTrees: fc.Arbitrary<WorkTree> = fc.record({
  checkout: fc.constantFrom('here', 'elsewhere', 'nowhere'),
  isUnfinished: fc.boolean(),
  uncommitted: paths,
  inTheWay: paths,
})

test('no plan drops a commit of either side, and none moves if there is an obstacle', () =>
  fc.assert(
    fc.property(sides, workTrees, ({ here, there, local, cloud, distance }, workTree) => {
      for (const plan of [planPush(distance), planPull(distance, workTree), planSync(distance, workTree)]) {
        if (plan.move === 'push') expect(local.has(there)).toBe(true)
        if (plan.move === 'fast_forward') expect(cloud.has(here)).toBe(true)
        if (plan.obstacle) expect(plan.move).toBe('none')
      }
    }),
  ))

test('files come only into a work tree that has nothing to lose', () =>
  fc.assert(
    fc.property(sides, workTrees, ({ distance }, workTree) => {
      for (const plan of [planPull(distance, workTree), planSync(distance, workTree)]) {
        if (plan.move !== 'fast_forward' || workTree.checkout === 'nowhere') continue
        expect(workTree).toEqual({ checkout: 'here', isUnfinished: false, uncommitted: [], inTheWay: [] })
      }
    }),
  ))

test('after the plan of a sync both sides are the same, or the person gets the reason', () =>
  fc.assert(
    fc.property(sides, workTrees, ({ here, there, distance }, workTree) => {
      const { move, obstacle } = planSync(distance, workTree)
      const after = { push: [here, here], fast_forward: [there, there], none: [here, there] }[move]
      expect(after[0] === after[1] || obstacle !== undefined).toBe(true)
    }),
  ))

const clean: WorkTree = { checkout: 'here', isUnfinished: false, uncommitted: [], inTheWay: [] }
const apart = (ahead: number | undefined, behind: number): Distance => ({ ahead, behind })

test.each([
  ['absent', apart(undefined, 0), 'no_branch', 'no_branch', 'no_branch'],
  ['same', apart(0, 0), 'none', 'none', 'none'],
  ['ahead', apart(2, 0), 'push', 'none', 'push'],
  ['behind', apart(0, 1), 'behind', 'fast_forward', 'fast_forward'],
  ['diverged', apart(1, 1), 'diverged', 'diverged', 'diverged'],
])('a branch that is %s', (relation, distance, push, pull, sync) => {
  const word = ({ move, obstacle }: ReturnType<typeof planPush>) => obstacle ?? move
  expect(relationOf(distance)).toBe(relation)
  expect([planPush(distance), planPull(distance, clean), planSync(distance, clean)].map(word)).toEqual([
    push,
    pull,
    sync,
  ])
})

test.each([
  ['elsewhere', { checkout: 'elsewhere' }],
  ['unfinished', { isUnfinished: true }],
  ['uncommitted', { uncommitted: ['a'] }],
  ['in_the_way', { inTheWay: ['a'] }],
] as const)('an obstacle to a fast-forward: %s', (obstacle, change) => {
  const workTree = { ...clean, ...change } as WorkTree
  expect(planPull(apart(0, 1), workTree)).toEqual({ move: 'none', obstacle })
  expect(planPull(apart(1, 0), workTree)).toEqual({ move: 'none' })
})
