import { sentence } from '../sentences/index.ts'
import type { AcceptanceResult, Examination, ReproducedTest } from '../tasks/contract/verdict.ts'

interface AcceptanceDoubt {
  readonly code: 'acceptance'
  readonly message: string
}

interface JudgedAcceptance {
  /** Tests that fail without the change and pass with it, if none fails. */
  readonly proofs: readonly ReproducedTest[]
  /** Why a person decides: a test fails, or none could run. */
  readonly doubts: readonly AcceptanceDoubt[]
}

/** The verdict of acceptance tests on a change. A failing test proves nothing until the other tasks are merged. */
export const judgeAcceptance = (found: AcceptanceResult | undefined): JudgedAcceptance => {
  if (!found) return { proofs: [], doubts: [] }
  const { outcome, reason, check = '', tests, whole } = found
  if (outcome === 'not_run') return { proofs: [], doubts: [doubt(`${sentence('acceptance_not_run')} ${reason ?? ''}`)] }
  const failing = failingTests(found)
  if (failing.length > 0) return { proofs: [], doubts: whole ? failing.map(doubt) : [] }
  const proofs = tests
    .filter((test) => test.outcome === 'proves')
    .map(({ file, name }) => ({ check, ...(file !== '' && { file }), name, by: 'acceptance' as const }))
  return { proofs, doubts: [] }
}

/** The acceptance tests that fail over a change, each in a sentence with its runner's message. */
const failingTests = ({ tests }: Pick<AcceptanceResult, 'tests'>): readonly string[] =>
  tests
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name, message = '' }) => sentence('acceptance_fails', { test: name, message }).trim())

const doubt = (message: string): AcceptanceDoubt => ({ code: 'acceptance', message: message.trim() })

/** Tests of the examiner that fail without the change and pass with it. Where one of its tests fails, none proves. */
export const proofsOf = (examination: Examination | undefined): readonly ReproducedTest[] => {
  const { outcome, check = '', tests, files } = examination ?? none
  const shows = tests.filter((test) => test.outcome === 'shows_change')
  if (outcome !== 'ran' || !tests.every((test) => test.outcome === 'passed' || shows.includes(test))) return []
  // It ran under another name, which identifies the file only if there are several.
  const fileOf = (file: string) => (files.length === 1 ? files[0]!.path : file)
  return shows.map(({ file, name }) => ({ check, ...(file !== '' && { file: fileOf(file) }), name, by: 'examiner' }))
}

const none: Pick<Examination, 'outcome' | 'check' | 'tests' | 'files'> = {
  outcome: 'not_examined',
  tests: [],
  files: [],
}
