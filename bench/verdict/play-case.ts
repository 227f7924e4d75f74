import { updateProject } from '../../domains/code/projects/contract.ts'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import type { Caller, Reply } from '../../testing/caller.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { runUntilAsked } from '../../testing/runs/requests.ts'
import type { Case } from './case.ts'
import type { Check } from './fixture.ts'

export interface Finding {
  readonly kind: string
  readonly level: string
  readonly path?: string
  readonly line?: number
  readonly message?: string
}

/** The product's result of a case, before any person decided. */
export interface Outcome {
  /** The verdict in the words of the server; `none` without a review. */
  readonly verdict: string
  readonly end: 'merged' | 'asked' | 'refused' | 'broken'
  readonly findings: readonly Finding[]
  readonly reasons: readonly string[]
  /** Phase, name and outcome of each check. */
  readonly checks: readonly string[]
  /** The ends of the logs of checks that did not pass. */
  readonly printed: readonly string[]
  readonly tookMs: number
}

/** Carries a case out in a project of its own, over the API. */
export const playCase = async (
  caller: Caller,
  one: Case,
  { setup, checks }: { readonly setup?: string | undefined; readonly checks: readonly Check[] },
): Promise<Outcome> => {
  const beganMs = performance.now()
  const { projectId } = await importProject(caller, await bundleOf(one.files))
  const runtime = { ...(setup !== undefined && { setup }), ...(checks.length > 0 && { checks }) }
  answered(await caller.call(updateProject, { id: projectId, body: { runtime, maxRevisions: 0 } }))
  const { title, description } = one
  const proposed = answered(await caller.call(proposeCycle, { body: { projectId, title, description } }))
  const { cycle, tasks, request } = await runUntilAsked(caller, proposed.cycle.id as string)
  const evidence = await evidenceOf(caller, tasks[0]?.id as string | undefined)
  const failure = cycle.failure as { code?: string; message: string } | null
  const isRefused = evidence.verdict === 'refused' && failure?.code === 'review_refused'
  return {
    ...evidence,
    end: request ? 'asked' : cycle.status === 'completed' ? 'merged' : isRefused ? 'refused' : 'broken',
    reasons: evidence.reasons.length > 0 || !failure ? evidence.reasons : [failure.message],
    tookMs: performance.now() - beganMs,
  }
}

const answered = ({ status, body }: Reply): Reply['body'] => {
  if (status >= 300) throw new Error(`The server answered ${status}: ${JSON.stringify(body)}`)
  return body
}

interface Evidence {
  readonly verdict: { readonly outcome: string; readonly findings: Finding[]; readonly reasons: string[] } | null
  readonly checks: readonly {
    readonly phase: string
    readonly name: string
    readonly outcome: string
    readonly log: string | null
  }[]
}

const evidenceOf = async (caller: Caller, taskId: string | undefined) => {
  const none = { verdict: 'none', findings: [], reasons: [], checks: [], printed: [] }
  if (taskId === undefined) return none
  const { status, body } = await caller.call(getTaskReviewEvidence, { id: taskId })
  if (status !== 200) return none
  const { verdict, checks } = body as Evidence
  return {
    verdict: verdict?.outcome ?? 'none',
    findings: verdict?.findings ?? [],
    reasons: verdict?.reasons ?? [],
    checks: checks.map(({ phase, name, outcome }) => `${phase} ${name} ${outcome}`),
    printed: checks.filter(({ outcome }) => outcome !== 'passed').map(({ log }) => (log ?? '').slice(-2_000)),
  }
}
