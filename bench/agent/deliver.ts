import { updateProject } from '../../domains/code/projects/contract.ts'
import { downloadProjectRevisionBundle, getProjectRevisionHead } from '../../domains/code/revisions/contract.ts'
import { getCycle } from '../../domains/delivery/cycles/contract.ts'
import { getCycleTranscript } from '../../domains/delivery/transcripts/contract.ts'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { setProjectHarness } from '../../domains/agents/models/contract.ts'
import { resolvePendingRequest } from '../../domains/delivery/requests/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import type { VerdictOutcome } from '../../domains/delivery/tasks/rules.ts'
import type { Caller, Reply } from '../../testing/caller.ts'
import { endOf } from '../../testing/delivery.ts'
import { type Bundle, importProject } from '../../testing/repository.ts'
import { requestOf, runUntilAsked } from '../../testing/runs/requests.ts'
import type { Task } from './task.ts'

/** The state of a task before any decision. */
export interface DeliveryResult {
  /** The verdict of the review; `none` if there was nothing to review. */
  readonly verdict: VerdictOutcome | 'none'
  /** Whether the change was merged without a person, waited for one, or went nowhere. */
  readonly end: 'merged' | 'asked' | 'failed'
  readonly reasons: readonly string[]
  readonly steps: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly tookMs: number
  /** The repository with the change; after an approval where a person was asked. */
  readonly result: Buffer | undefined
}

export interface DeliveryOptions {
  /** How often a change that was refused goes back to the agent. */
  readonly maxRevisions?: number
  /** Approves what waits for a person, so that its result can be looked at. */
  readonly approves: boolean
  /** The harness that drives the model; the built-in one by default. */
  readonly harness?: 'runtime-1'
}

/** Has the product carry out a task in a project of its own, over its API. */
export const deliver = async (
  caller: Caller,
  { title, request, runtime }: Task,
  bundle: Bundle,
  { maxRevisions, approves, harness }: DeliveryOptions,
): Promise<DeliveryResult> => {
  const { projectId } = await importProject(caller, bundle)
  // The right change brings its own tests: what is measured is whether it is right, not whether a person is asked.
  const judged = { ...runtime, review: { shown: 'merge' } }
  const body = { runtime: judged, ...(maxRevisions !== undefined && { maxRevisions }) }
  answered(await caller.call(updateProject, { id: projectId, body }))
  if (harness) answered(await caller.call(setProjectHarness, { projectId, body: { harness } }))
  const proposed = answered(await caller.call(proposeCycle, { body: { projectId, title, description: request } }))
  const id = proposed.cycle.id as string
  const beganMs = performance.now()
  const { cycle, tasks, request: asked } = await runUntilAsked(caller, id)
  const tookMs = performance.now() - beganMs
  const used = await useOf(caller, id)
  const { verdict, reasons } = await verdictOf(caller, tasks[0]?.id as string | undefined)
  const end = asked ? 'asked' : cycle.status === 'completed' ? 'merged' : 'failed'
  if (asked && approves) {
    await approveAll(caller, id, asked)
    await endOf(caller, id)
  }
  const isMerged = (await caller.call(getCycle, { id })).body.cycle.status === 'completed'
  const failure = cycle.failure as { message: string } | null
  return {
    verdict,
    end,
    tookMs,
    ...used,
    reasons: reasons.length > 0 || !failure ? reasons : [failure.message],
    result: isMerged ? await bundleOf(caller, projectId) : undefined,
  }
}

/** Each task of a plan may ask; the run has ended once no request is pending any more. */
const approveAll = async (caller: Caller, id: string, first: { readonly id: string }) => {
  for (let asked: { readonly id: string } | undefined = first; asked;) {
    answered(await caller.call(resolvePendingRequest, { id: asked.id, body: { status: 'approved' } }))
    asked = await requestOf(caller, id).catch(() => undefined)
  }
}

const answered = ({ status, body }: Reply): Reply['body'] => {
  if (status >= 300) throw new Error(`The server answered ${status}: ${JSON.stringify(body)}`)
  return body
}

const verdictOf = async (caller: Caller, taskId: string | undefined) => {
  const none = { verdict: 'none' as const, reasons: [] as string[] }
  if (taskId === undefined) return none
  const { status, body } = await caller.call(getTaskReviewEvidence, { id: taskId })
  if (status !== 200 || body.verdict === null) return none
  const { outcome, reasons } = body.verdict as { outcome: DeliveryResult['verdict']; reasons: string[] }
  return { verdict: outcome, reasons }
}

/** The use of a cycle's agents, as they report it. */
const useOf = async (caller: Caller, id: string) => {
  const use = { steps: 0, inputTokens: 0, outputTokens: 0 }
  let query: Record<string, unknown> = { limit: 100 }
  for (;;) {
    const { body, headers } = await caller.call(getCycleTranscript, { id, query })
    for (const step of body as { kind: string; inputTokens: number | null; outputTokens: number | null }[]) {
      if (step.kind !== 'usage') continue
      use.steps += 1
      use.inputTokens += step.inputTokens ?? 0
      use.outputTokens += step.outputTokens ?? 0
    }
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (next === undefined) return use
    query = Object.fromEntries(new URL(next, 'http://localhost').searchParams)
  }
}

const bundleOf = async (caller: Caller, id: string) => {
  const { revisionId } = answered(await caller.call(getProjectRevisionHead, { id })) as { revisionId: string }
  const response = await caller.open(downloadProjectRevisionBundle, { id, revisionId })
  if (response.status !== 200) throw new Error(`The bundle was answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
