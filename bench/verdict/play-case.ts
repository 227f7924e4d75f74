import { updateProject } from '../../domains/code/projects/contract.ts'
import { setCycleAcceptanceTests } from '../../domains/delivery/acceptance/contract.ts'
import { stopCycle } from '../../domains/delivery/cycles/contract.ts'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { partsInBatch } from '../../domains/delivery/tasks/rules/in-batch.ts'
import type { Caller, Reply } from '../../testing/caller.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { runUntilAsked } from '../../testing/runs/requests.ts'
import type { Case } from './case.ts'
import { reviewIn, type Column } from './columns.ts'
import type { Check } from './fixture.ts'
import type { Finding, Outcome } from './outcome.ts'

interface Commands {
  readonly setup?: string | undefined
  readonly checks: readonly Check[]
}

/** A case over the API. Its columns share a project, of which each finds the base with its packages. */
export const openCase = (caller: Caller, one: Case, commands: Commands) => {
  let unchanged: string | undefined
  return {
    play: async (column: Column): Promise<Outcome> => {
      const beganMs = performance.now()
      const projectId = unchanged ?? (await importProject(caller, await bundleOf(one.files))).projectId
      unchanged = undefined
      const { cycleId, outcome } = await playIn(caller, one, { ...commands, projectId, column })
      // A cycle that waits goes, or it would wait beside the next one.
      if (outcome.end === 'asked') answered(await caller.call(stopCycle, { id: cycleId }))
      if (outcome.end === 'asked' || outcome.end === 'refused') unchanged = projectId
      return { ...outcome, tookMs: performance.now() - beganMs }
    },
  }
}

interface Play extends Commands {
  readonly projectId: string
  readonly column: Column
}

/** Carries a case out in a project. A change that waits goes on waiting. */
export const playIn = async (caller: Caller, one: Case, { projectId, setup, checks, column }: Play) => {
  const runtime = {
    review: reviewIn(column),
    ...(setup !== undefined && { setup }),
    ...(checks.length > 0 && { checks }),
  }
  answered(
    await caller.call(updateProject, {
      id: projectId,
      body: { runtime, maxRevisions: one.answers.length > 0 ? 1 : 0 },
    }),
  )
  const { title, description } = one
  const proposed = answered(await caller.call(proposeCycle, { body: { projectId, title, description } }))
  const id = proposed.cycle.id as string
  if (column === 'acceptance') {
    const files = Object.entries(one.acceptance).map(([path, content]) => ({ path, content }))
    answered(await caller.call(setCycleAcceptanceTests, { id, body: { files } }))
  }
  const { cycle, tasks, request } = await runUntilAsked(caller, id)
  const { judged, ...evidence } = await evidenceOf(caller, tasks[0]?.id as string | undefined)
  const failure = cycle.failure as { code?: string; message: string } | null
  const isRefused = evidence.verdict === 'refused' && failure?.code === 'review_refused'
  const outcome: Omit<Outcome, 'tookMs'> = {
    ...evidence,
    end: request ? 'asked' : cycle.status === 'completed' ? 'merged' : isRefused ? 'refused' : 'broken',
    reasons: evidence.reasons.length > 0 || !failure ? evidence.reasons : [failure.message],
    ...(request && waitingOf(request.reasons as readonly AskedReason[], judged)),
  }
  return { cycleId: id, outcome }
}

interface AskedReason {
  readonly code: string
  readonly kind?: string
}

const waitingOf = (reasons: readonly AskedReason[], judged: Evidence['verdict']) => ({
  asked: reasons.map(({ code }) => code),
  isTogether: partsInBatch(reasons, judged) !== undefined,
})

const answered = ({ status, body }: Reply): Reply['body'] => {
  if (status >= 300) throw new Error(`The server answered ${status}: ${JSON.stringify(body)}`)
  return body
}

interface GivenTests {
  readonly tests: readonly { readonly name: string; readonly outcome: string }[]
}

interface Evidence {
  readonly verdict: {
    readonly outcome: string
    readonly findings: (Finding & { readonly path: string; readonly reason: string })[]
    readonly account: { readonly unseen: number; readonly unseenLines: number } | null
    readonly reasons: string[]
    readonly probes?:
      | readonly {
          readonly name: string
          readonly outcome: string
          readonly reason?: string | null
          readonly durationMs?: number | null
        }[]
      | null
    readonly acceptance?: GivenTests | null
    readonly examination?: (GivenTests & { readonly outcome: string; readonly reason?: string | null }) | null
  } | null
  readonly checks: readonly {
    readonly phase: string
    readonly name: string
    readonly outcome: string
    readonly log: string | null
    readonly durationMs: number
  }[]
}

const evidenceOf = async (caller: Caller, taskId: string | undefined) => {
  const none = { judged: null, verdict: 'none', findings: [], reasons: [], checks: [], printed: [] }
  if (taskId === undefined) return none
  const { status, body } = await caller.call(getTaskReviewEvidence, { id: taskId })
  if (status !== 200) return none
  const { verdict, checks } = body as Evidence
  return {
    judged: verdict,
    verdict: verdict?.outcome ?? 'none',
    findings: verdict?.findings ?? [],
    reasons: verdict?.reasons ?? [],
    told: [
      ...(verdict?.acceptance?.tests ?? []).map(({ name, outcome }) => `${outcome}: ${name}`),
      ...(verdict?.examination?.tests ?? []).map(({ name, outcome }) => `${outcome}: ${name}`),
      ...(verdict?.examination?.outcome === 'not_examined' ? [`not examined: ${verdict.examination.reason}`] : []),
    ],
    probes: (verdict?.probes ?? []).map(({ name, outcome, reason }) => [name, outcome, reason ?? ''].join(' ').trim()),
    testsMs: sumOf(checks.filter(({ phase }) => phase === 'task')),
    probesMs: sumOf(verdict?.probes ?? []),
    checks: checks.map(({ phase, name, outcome }) => `${phase} ${name} ${outcome}`),
    printed: checks.filter(({ outcome }) => outcome !== 'passed').map(({ log }) => (log ?? '').slice(-2_000)),
  }
}

const sumOf = (all: readonly { readonly durationMs?: number | null }[]) =>
  all.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
