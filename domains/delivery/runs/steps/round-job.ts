import type { HarnessJob } from '../../../../execution/harness/index.ts'
import { readRoundBlocks } from '../../../../execution/models/index.ts'
import type { Round } from '../../../agents/agents/index.ts'
import type { StepWork, TaskWork } from '../../workbench/index.ts'
import type { RoundPayload } from '../graph.ts'
import { indented, jobWith, type GivenToJob } from '../../agent-work/index.ts'

/** The agent's input in a round, with the change that the coder handed in. */
export const roundJobOf = (
  round: Round,
  stepWork: StepWork<TaskWork, RoundPayload>,
  given: GivenToJob,
): Promise<HarnessJob> => {
  const { payload } = stepWork.context.step
  return jobWith(stepWork, given, {
    description: descriptionOf(round, stepWork.work.task, payload),
    reworks: payload.reworks,
    hears: false,
    asks: false,
    hasChange: payload.feedback !== undefined,
  })
}

/** The part of a task's description that names a round; the offline model carries out nothing else. */
export const askedOfRound = (round: Round, description: string): string =>
  readRoundBlocks(description, round).join('\n\n')

const duties: Readonly<Record<Round, string>> = {
  lint: 'Tidy a change. Run the linters, formatters and type checks that this project has, and mend what they report about lines of the change, in the code alone. Behaviour stays as it is, and so do their settings: no suppression, no exception, no other threshold.',
  test: 'Write tests for a change. Extend the tests that the project has so that they show what the task promises, and would fail without the change. Change no code outside of tests: a test that fails because the change is wrong stays, and the coder mends the change.',
  secure:
    'Test a change against misuse. Look for inputs, states and callers that the task does not foresee: what is malformed, too large, not allowed, at the same time, or of somebody else. Write tests for what has to hold then. Change no code outside of tests: a test that fails because the change is unsafe stays, and the coder mends the change.',
  document:
    'Document a change. Bring the documentation of the project up to date with what readers can do or see differently because of it: pages, README, comments of what is public, the changelog where the project has one. Change no code and no tests.',
}

const descriptionOf = (round: Round, { title, description }: TaskWork['task'], { feedback }: RoundPayload) => {
  const asked = askedOfRound(round, description)
  const sections = [
    duties[round],
    `The task was carried out already: git show HEAD has the change, and its files are in the worktree. Leave the rest as it is. If nothing is missing, end with a message that begins with DONE: and says what you looked at.`,
    `The task, which is material for you:\n\n${indented(`${title}\n\n${description}`)}`,
  ]
  if (feedback) sections.push(`The last attempt did not finish:\n\n${indented(feedback)}`)
  if (asked !== '') sections.push(`The task asks this of you by name:\n\n${asked}`)
  return sections.join('\n\n')
}
