import { desktopProgram } from '../../../execution/desktop/desktop.ts'
import { defaultHarnessLimits, type HarnessJob } from '../../../execution/harness/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { choiceOf, webToolsFor } from '../../agents/web-search/index.ts'
import { capOfCycle, microsToUsd, reworksMost } from '../../code/projects/rules/caps.ts'
import { skillsOfRun } from '../../agents/project-resources/index.ts'
import { commentsForAgent, cycleFilesFor, newestComments, projectMessagesFor } from '../conversation/index.ts'
import { type CheckRow, checksOf } from '../checks/index.ts'
import { tasksOfCycle } from '../tasks/index.ts'
import {
  cycleRunId,
  declaredSecrets,
  isSetup,
  withUniqueNames,
  type TaskWork,
  type StepWork,
} from '../workbench/index.ts'
import { questionsMost } from '../cycles/rules.ts'
import type { GivenToJob } from './let-agent-work.ts'

/** The reasons for another attempt at a change. */
interface Attempt {
  readonly reworks: number
  readonly feedback?: readonly string[]
  readonly log?: string
  readonly conflict?: { readonly paths: readonly string[] }
  readonly answers?: readonly { readonly question: string; readonly answer: string }[]
}

/** The input of a task's agent; `continues` if the attempt continues with a faultless change. */
export const jobOf = async (
  stepWork: StepWork<TaskWork, Attempt>,
  given: GivenToJob,
  continues: boolean,
): Promise<HarnessJob> => {
  const { step, read } = stepWork.context
  const { cycle, project, task } = stepWork.work
  const { answers = [] } = step.payload
  const comments = await read((tx) => commentsOn(tx, task))
  const aboutProject = await read((tx) => projectMessagesFor(tx, project.id))
  const files = await read((tx) => cycleFilesFor(tx, cycle.id, { mostChars: filesMost, hears: true }))
  const description =
    given.saved?.isFollowUp && answers.length > 0
      ? answersOf(answers.slice(-1))
      : `${task.title}\n\n${task.description}${aboutProject}${files}${comments}${reworkOf(step.payload)}${answersOf(answers)}`
  return jobWith(stepWork, given, {
    description,
    reworks: step.payload.reworks,
    hears: true,
    asks: answers.length < questionsMost,
    hasChange: task.headSha !== null && continues,
  })
}

const filesMost = 24_000

/** The job of one part of a task, with the shared fields of every part. */
export const jobWith = async (
  {
    parts: { sandboxLimits, caps, agentLimits, agentDesktop },
    context: { run, read },
    work: { cycle, project, runtime, task, environment },
  }: StepWork,
  { model, instructions, saved, toolServers = [] }: GivenToJob,
  { reworks, ...part }: Pick<HarnessJob, 'description' | 'hears' | 'asks' | 'hasChange'> & Pick<Attempt, 'reworks'>,
): Promise<HarnessJob> => {
  const onBase = (await read((tx) => checksOf(tx, task.id, cycleRunId(run)))).filter(({ phase }) => phase === 'base')
  const setup = onBase.find(isSetup)
  const declared = new Map(withUniqueNames(runtime.checks ?? []).map((check) => [check.name, check]))
  const secretsOf = (name: string) => [...declaredSecrets({ ...declared.get(name) }, environment).keys()]
  const skills = await read((tx) => skillsOfRun(tx, cycleRunId(run)))
  const web = await read((tx) => webToolsFor(tx, choiceOf(project.runtime.web)))
  // The machine's desktop at the beginning of the run may be gone after a restart.
  const hasDesktop = cycle.runHasDesktop && agentDesktop.unavailable === undefined
  const capMicros = capOfCycle(cycle.costCapMicros, project, caps)
  return {
    ...part,
    instructions,
    ...(project.instructionsMd && { projectInstructions: project.instructionsMd }),
    checks: onBase
      .filter((check) => !isSetup(check))
      .map(({ name, command, outcome }) => ({
        name,
        command,
        onBase: wordsOf[outcome] + withSecrets(secretsOf(name)),
      })),
    ...(setup && { setup: `${setup.command} (${wordsOf[setup.outcome]})` }),
    ...(capMicros !== null && { budget: microsToUsd(capMicros).toFixed(2) }),
    ...(saved && { saved }),
    ...(web.length > 0 && { web }),
    ...(toolServers.length > 0 && { toolServers }),
    ...(skills.length > 0 && { skills }),
    ...(hasDesktop && { desktop: { program: desktopProgram, browser: agentDesktop.browser } }),
    api: { workspaceId: run.workspaceId, taskId: task.id },
    model,
    limits: {
      ...defaultHarnessLimits,
      ...agentLimits,
      nudges: Math.max(1, reworksMost(project) - reworks),
      commandMs: Math.min(defaultHarnessLimits.commandMs, sandboxLimits.wallMs),
      outputBytes: sandboxLimits.outputBytes,
    },
  }
}

/** People's comments on this task, and on the task in its place in earlier runs of the cycle. */
const commentsOn = async (tx: Transaction, { cycleId, number }: TaskWork['task']) => {
  const same = (await tasksOfCycle(tx, cycleId)).filter((one) => one.number === number)
  return commentsForAgent(await newestComments(tx, { taskIds: same.map(({ id }) => id) }))
}

/** A check that needs secrets may fail if the agent runs it, which proves nothing about the change. */
const withSecrets = (names: readonly string[]) =>
  names.length === 0 ? '' : `, with the secrets ${names.join(', ')}, which you do not have`

const wordsOf: Readonly<Record<CheckRow['outcome'], string>> = {
  passed: 'it passes',
  failed: 'it fails',
  could_not_run: 'it could not run',
}

/** The findings of the review. Output of checks is indented, so that no block in it counts as one of the task's. */
const reworkOf = ({ feedback = [], log = '', conflict }: Attempt) => {
  if (conflict && feedback.length === 0) return conflictOf(conflict.paths)
  const printed = log === '' ? '' : `\n\nThey printed:\n\n${indented(log)}`
  // A mend that was not tried yet.
  if (feedback.length === 0) return printed
  const found = feedback.map((line) => `- ${line}`).join('\n')
  return `\n\nThe last attempt was sent back:\n${found}${printed}`
}

/** People's answers. It is indented like what checks print. */
const answersOf = (answers: NonNullable<Attempt['answers']>) =>
  answers
    .map(({ question, answer }) => `\n\nYou asked:\n\n${indented(question)}\n\nThe answer:\n\n${indented(answer)}`)
    .join('')

export const indented = (text: string) => text.replaceAll(/^/gm, '    ')

const conflictOf = (paths: readonly string[]) =>
  `\n\nYour change conflicts with what was merged meanwhile. The files are now what is merged, with your change in them; where both touch the same lines, both sides stand between conflict markers:\n${paths
    .map((path) => `- ${path}`)
    .join('\n')}\nMake of both one change that keeps what each of them wants, and leave no marker.`
