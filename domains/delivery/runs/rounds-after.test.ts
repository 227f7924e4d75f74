import { expect, test } from 'vitest'
import { pipelineRounds, roundRoles } from '../../agents/agents/index.ts'
import { pipelines } from '../../agents/agents/rules.ts'
import { roundsAfter } from './rules-moves.ts'

const plain = { payload: {}, mend: null, unfinished: undefined }

test('each pipeline has its rounds, and the default has none', () => {
  const found = pipelines.map((pipeline) => [pipeline, ...roundsAfter(pipeline, plain)])
  expect(found).toEqual([
    ['default'],
    ['full', 'test', 'document'],
    ['docs', 'document'],
    ['security', 'secure'],
    ['lint', 'lint'],
  ])
  expect(
    new Set(
      Object.values(pipelineRounds)
        .flat()
        .map((round) => roundRoles[round]),
    ),
  ).toEqual(new Set(['coder', 'tester', 'writer']))
})

test('no round follows a change that is not done, a conflict, or the repair of a run’s checks', () => {
  const conflict = { theirs: 'a'.repeat(40), paths: ['a.txt'] }
  for (const pipeline of pipelines) {
    expect(roundsAfter(pipeline, { ...plain, payload: { conflict } })).toEqual([])
    expect(roundsAfter(pipeline, { ...plain, mend: { checks: ['test'], log: '' } })).toEqual([])
    expect(roundsAfter(pipeline, { ...plain, unfinished: { reason: 'Out of steps.', code: 'step_limit' } })).toEqual([])
  }
})
