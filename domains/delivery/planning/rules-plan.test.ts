import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planLimits } from '../cycles/rules.ts'
import { faultsOfNeeds, faultsOfPlan, type PlannedPiece } from './rules-plan.ts'

const piece = (name: string, needs: readonly string[] = []): PlannedPiece => ({
  name,
  title: `Do ${name}`,
  description: 'As said.',
  needs,
})

test.each<[string, readonly PlannedPiece[], string[]]>([
  ['no task', [], ['The plan has no task.']],
  [
    'too many tasks',
    Array.from({ length: planLimits.tasks + 1 }, (_, at) => piece(`t${at}`)),
    ['The plan has 21 tasks. A cycle takes at most 20.'],
  ],
  ['two of one name', [piece('a'), piece('a')], ['Two tasks are called “a”.']],
  ['no name', [piece(' ')], ['A task has no name.']],
  ['no title', [{ ...piece('a'), title: '' }], ['The task “a” has no title.']],
  [
    'a long title',
    [{ ...piece('a'), title: 'x'.repeat(201) }],
    ['The task “a” has a title of more than 200 characters.'],
  ],
  [
    'a long description',
    [{ ...piece('a'), description: 'x'.repeat(10_001) }],
    ['The task “a” has a description of more than 10000 characters.'],
  ],
  ['a need of itself', [piece('a', ['a'])], ['“a” needs itself.']],
  ['an unknown need', [piece('a', ['b'])], ['“a” needs “b”, which is no task of the plan.']],
  ['a need named twice', [piece('a'), piece('b', ['a', 'a'])], ['“b” names a task that it needs twice.']],
  [
    'a circle',
    [piece('a', ['c']), piece('b', ['a']), piece('c', ['b']), piece('d', ['c'])],
    ['The tasks need one another in a circle: “a” needs “c” needs “b” needs “a”.'],
  ],
  ['a tree', [piece('a'), piece('b', ['a']), piece('c', ['a']), piece('d', ['b', 'c'])], []],
])('%s', (_name, pieces, faults) => {
  expect(faultsOfPlan(pieces)).toEqual(faults)
})

test('tasks that need only earlier ones have no circle, and one edge back to a task that needs it makes one', () => {
  const graphs = fc
    .integer({ min: 2, max: 20 })
    .chain((size) =>
      fc.tuple(fc.constant(size), fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 60 })),
    )
  fc.assert(
    fc.property(graphs, ([size, edges]) => {
      const needs = Array.from({ length: size }, (_, at) => [
        ...new Set(edges.filter(([from, to]) => from === at && to < at).map(([, to]) => `${to}`)),
      ])
      const tasks = needs.map((of, at) => ({ name: `${at}`, needs: of }))
      expect(faultsOfNeeds(tasks)).toEqual([])
      const at = needs.findIndex((of) => of.length > 0)
      if (at === -1) return
      const back = Number(needs[at]![0])
      const turned = tasks.map((task, index) => (index === back ? { ...task, needs: [...task.needs, `${at}`] } : task))
      expect(faultsOfNeeds(turned)).toMatchObject([expect.stringContaining('in a circle')])
    }),
  )
})
