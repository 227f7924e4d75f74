import { Type } from 'typebox'
import type { Route } from '../../../execution/egress/index.ts'
import type { CycleParts } from '../workbench/index.ts'
import { oneAtATime } from './route-json.ts'
import { answers, changeDependencies } from './change-dependencies.ts'

const bodyMostBytes = 64 * 2 ** 20
const changesMost = 30

const Asked = Type.Object({
  action: Type.Union([Type.Literal('add'), Type.Literal('remove'), Type.Literal('update')]),
  name: Type.String(),
  range: Type.Optional(Type.String()),
  dev: Type.Optional(Type.Boolean()),
  files: Type.Record(Type.String(), Type.String()),
})

/**
 * How an agent changes dependencies: `POST` of what is asked with the manifests and lock files as the worktree has them,
 * answered by a sentence and the files that change. One at a time, and thirty in one attempt.
 */
export const dependenciesRoute = (parts: CycleParts, signal: AbortSignal, workspace: string): Route => {
  let asked = 0
  return oneAtATime({
    form: Asked,
    mostBytes: bodyMostBytes,
    malformed: { sentence: 'The request is not of its form.' },
    failed: { sentence: 'The change could not be worked out.' },
    answer: async ({ files, ...change }, gone) => {
      asked += 1
      if (asked > changesMost) return { ok: false, sentence: answers.tooMany, files: {} }
      const both = AbortSignal.any([signal, gone])
      const given = new Map(Object.entries(files))
      const { answer, files: changed } = await changeDependencies(
        parts,
        { key: workspace, signal: both },
        given,
        change,
      )
      const ok = answer === 'changed' || answer === 'unchanged'
      return { ok, sentence: answers[answer], files: Object.fromEntries(changed) }
    },
  })
}
