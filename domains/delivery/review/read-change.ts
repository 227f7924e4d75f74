import type { Comparison } from '../../../execution/repositories/index.ts'
import { builtInFor, isBuiltInActive } from '../../agents/agents/index.ts'
import { cycleFilesFor, drivingMessages, messagesWhileWorking } from '../conversation/index.ts'
import { type ChosenModel, modelFor, withChosen } from '../../agents/models/index.ts'
import type { CheckRow } from '../checks/index.ts'
import type { ModelReview } from '../tasks/contract/verdict.ts'
import { readAnswer } from './model-review/read-answer.ts'
import { askAgain, instructionsWith, type Material, materialText, patchRoom } from './model-review/review-material.ts'
import type { Findings } from './verdict.ts'
import { askWithRetry, materialMarker, materialRoom, type Parsed, withModel } from '../../agents/asking/index.ts'
import { modelIdentity, type CycleParts, type TaskWork, type StepWork } from '../workbench/index.ts'
import { sentence } from '../sentences/index.ts'

interface ReviewFacts {
  readonly checks: readonly CheckRow[]
  readonly findings: Findings
  readonly compared: Comparison
}

/**
 * Asks a model to read a change that the rules do not refuse. Its calls count like an agent's, and an answered call is
 * not paid again by a later attempt. Its answer can only hold a change back; without a readable answer there is no
 * review, which is no approval.
 */
export const readChange = async (stepWork: StepWork, known: ReviewFacts): Promise<ModelReview> => {
  const { parts, context } = stepWork
  const [isActive, chosen] = await context.read(async (tx) => [
    await isBuiltInActive(tx, 'reviewer'),
    await modelFor(tx, parts, 'reviewer'),
  ])
  const { name: own, model } = parts.gateway.provider
  const name = 'message' in chosen ? model : chosen.identifier
  const none = (summary: string) => ({ outcome: 'none' as const, model: name, summary, findings: [], isCut: false })
  if (own === 'offline' && !('message' in chosen) && !chosen.endpoint) return none(sentence('model_offline'))
  if (!isActive) return none(sentence('model_reviewer_inactive'))
  if ('message' in chosen) return none(chosen.message)
  return withChosen(parts, context.read, chosen, (gateway) =>
    askReviewer({ ...stepWork, parts: { ...parts, gateway } }, { known, chosen, none }),
  )
}

interface ReviewQuestion {
  readonly known: ReviewFacts
  readonly chosen: ChosenModel
  /** An empty review, and why. */
  none(why: string): ModelReview
}

const askReviewer = async (
  { parts, context, work }: StepWork,
  { known, chosen, none }: ReviewQuestion,
): Promise<ModelReview> => {
  const name = chosen.identifier
  const { cycle, task } = work
  const said = task.agent && (await context.read((tx) => drivingMessages(tx, cycle.id, task.agent!.id)))
  const files = await context.read((tx) => cycleFilesFor(tx, cycle.id, { mostChars: filesMost, hears: false }))
  const request = `${cycle.title}\n\n${cycle.description}${messagesWhileWorking(said ?? [])}${files}`
  const material = await materialOf(parts, work, { ...known, request })
  const mark = materialMarker(context.key, task.headSha)
  const question = {
    instructions: instructionsWith(mark, builtInFor('reviewer').instructions),
    signal: context.signal,
    material: materialText(mark, material),
    repeatedMostChars,
    read: (text: string): Parsed<NonNullable<ReturnType<typeof readAnswer>>> => {
      const value = readAnswer(text)
      return value ? { value } : { askAgain }
    },
  }
  const identity = modelIdentity(context, work, chosen.endpoint)
  const answered = await withModel(parts, identity, (ask) => askWithRetry(ask, question))
  if ('value' in answered) return { ...answered.value, model: name, isCut: material.isCut }
  return none('failure' in answered ? answered.failure.message : sentence('model_no_verdict'))
}

const repeatedMostChars = 2_000
const filesMost = 6_000

const materialOf = async (
  { repositories, gateway }: CycleParts,
  { repository, task }: TaskWork,
  { checks, findings, compared: { files }, request }: ReviewFacts & Pick<Material, 'request'>,
): Promise<Material> => {
  const maxBytes = materialRoom(gateway.provider, patchRoom)
  const patch = await repositories.patch(repository.id, { base: task.baseSha!, head: task.headSha!, maxBytes })
  return {
    request,
    checks,
    findings: [...shownReasons(findings), ...(findings.verdict.findings ?? []).map(({ reason }) => reason)],
    files: files.map(({ kind, path, pathBase64 }) => `${kind} ${path ?? pathBase64}`),
    patch: patch.text,
    isCut: patch.truncated,
  }
}

/** The author of a change reads a model's findings: reasons of acceptance tests, with their values, are left out. */
const shownReasons = ({ verdict, doubts }: Findings): readonly string[] => {
  const hidden = new Set(doubts.filter(({ code }) => code === 'acceptance').map(({ message }) => message))
  return verdict.reasons.filter((reason) => !hidden.has(reason))
}
