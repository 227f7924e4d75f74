import { sentence } from '../sentences/index.ts'
import type { AcceptanceResult, Examination, ReproducedTest } from '../tasks/contract/verdict.ts'

interface JudgedAcceptance {
  /** Tests that fail without the change and pass with it, if none fails. */
  readonly proofs: readonly ReproducedTest[]
  /** Why a person decides: a test fails, or none could run. */
  readonly doubts: readonly ReturnType<typeof doubt>[]
}

/** The verdict of acceptance tests on a change. A failing test proves nothing until the other tasks are merged. */
export const judgeAcceptance = (found: AcceptanceResult | undefined): JudgedAcceptance => {
  if (!found) return { proofs: [], doubts: [] }
  const { outcome, reason, check = '', tests, whole } = found
  if (outcome === 'not_run') return { proofs: [], doubts: [doubt(`${sentence('acceptance_not_run')} ${reason ?? ''}`)] }
  const failing = tests.filter((test) => test.outcome === 'failed')
  const doubts = failing.map(({ name, message = '' }) => doubt(sentence('acceptance_fails', { test: name, message })))
  if (failing.length > 0) return { proofs: [], doubts: whole ? doubts : [] }
  const proofs = tests
    .filter((test) => test.outcome === 'proves')
    .map(({ file, name }) => ({ check, ...(file !== '' && { file }), name, by: 'acceptance' as const }))
  return { proofs, doubts: [] }
}

const doubt = (message: string) => ({ code: 'acceptance' as const, message: message.trim() })

/** Tests of the examiner that fail without the change and pass with it; if one of its tests fails, none proves. */
export const proofsOf = (examination: Examination | undefined): readonly ReproducedTest[] => {
  if (examination?.outcome !== 'ran') return []
  const { check = '', tests, files } = examination
  const shows = tests.filter((test) => test.outcome === 'shows_change')
  if (!tests.every((test) => test.outcome === 'passed' || shows.includes(test))) return []
  // It ran under another name, which identifies the file only if there are several.
  const fileOf = (file: string) => (files.length === 1 ? files[0]!.path : file)
  return shows.map(({ file, name }) => ({ check, ...(file !== '' && { file: fileOf(file) }), name, by: 'examiner' }))
}
