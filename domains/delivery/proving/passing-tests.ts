import type { ProbeFile } from '../../../execution/probes/index.ts'
import { acceptanceFiles } from '../acceptance/index.ts'
import { withMark } from '../examination/index.ts'
import { proofsOf } from '../review/index.ts'
import type { AcceptanceResult, Examination } from '../tasks/contract/verdict.ts'
import type { StepWork } from '../workbench/index.ts'

/** What acceptance tests and the examiner found about a change. */
export interface GivenTests {
  readonly accepted?: AcceptanceResult | undefined
  readonly examined?: Examination | undefined
}

/** The tests of a person and of the examiner that pass over the change, under the names with which they run. */
export const passingTests = async (
  stepWork: StepWork,
  { accepted, examined }: GivenTests,
): Promise<readonly ProbeFile[]> => {
  const isAccepted = accepted?.outcome === 'ran' && accepted.tests.every(({ outcome }) => outcome !== 'failed')
  const given = isAccepted ? await acceptanceFiles(stepWork) : []
  const written = proofsOf(examined).length === 0 ? [] : withMark(stepWork.context.key, examined!.files)
  return [...given, ...written].map(({ path, content }) => ({ path, text: content }))
}
