import type { Transaction } from '../../../../platform/db/transaction.ts'
import { Type } from 'typebox'
import { graph, park, untilChange, type CoordinatorContext } from '../../../../platform/jobs/index.ts'
import { capOfProject, type InstanceCaps } from '../../../code/projects/rules/caps.ts'
import { findProject, type ProjectRow } from '../../../code/projects/index.ts'
import type { ModelParts } from '../../../agents/models/index.ts'
import { findBudget } from '../../../agents/spending/index.ts'
import { dispatchWith } from '../dispatch.ts'
import { noteStarter, failureCodeOf, lockNextCycles } from '../../cycles/index.ts'
import { isCostCapReached, labelFor, nextMove, reasons, type ProjectRunObstacle } from './rules.ts'
import { countStartedCycle, activeCyclePage, lockProjectRun, nextCycles } from './store.ts'
import type { ProjectRunRow } from './tables.ts'
import { recordProjectRunEvent, projectRunEnded } from './end.ts'

type ProjectRunParts = ModelParts & { readonly caps: InstanceCaps }

/** The autonomous run of a project. `forgiven` is the last cycle when a cap was raised: its refusal counts no more. */
const projectRunGraph = graph('project', {
  advance: { payload: Type.Object({ forgiven: Type.Optional(Type.String()) }), to: [] },
})

const { at } = projectRunGraph
const draftsHeld = 20

/** Begins the next cycle of the roadmap, or waits: for a cycle, a proposal, or a person. */
const advance = (parts: ProjectRunParts) =>
  projectRunGraph.coordinator('advance', {
    lock: async (tx, { subjectId }) => {
      await lockProjectRun(tx, { projectId: subjectId })
      await lockNextCycles(tx, { projectId: subjectId, rows: draftsHeld })
    },
    commit: async (context) => {
      const { tx, run, start, now, step } = context
      const [project, own] = await Promise.all([
        findProject(tx, run.subjectId),
        lockProjectRun(tx, { projectId: run.subjectId }),
      ])
      if (!project || own?.runId !== run.id) return untilChange()
      const move = await moveOf(tx, parts, project, own, step.payload.forgiven)
      if (move.kind === 'wait') return untilChange({ until: move.until })
      if (move.kind === 'park') return parkFor(context, own, move.obstacle)
      const begun = await dispatchWith(tx, parts, move.cycleId, now, start)
      if (begun === 'notExecutable') throw new Error(`The draft ${move.cycleId} cannot be executed`)
      if (typeof begun === 'string') return parkFor(context, own, begun)
      await noteStarter(tx, { runId: begun.run.id, userId: own.startedBy, hasDesktop: false })
      await countStartedCycle(tx, { projectId: project.id, cycleId: move.cycleId })
      return untilChange({ until: 'the cycle ends', cycleId: move.cycleId })
    },
  })

const moveOf = async (
  tx: Transaction,
  { caps }: ProjectRunParts,
  project: ProjectRow,
  { cyclesBegun, lastCycleId }: ProjectRunRow,
  forgiven: string | undefined,
) => {
  const [alive, next, budget] = await Promise.all([
    activeCyclePage(tx, project.id, 1),
    nextCycles(tx, { projectId: project.id, rows: 1 }),
    findBudget(tx, { kind: 'project', id: project.id }),
  ])
  const counts = lastCycleId !== null && lastCycleId !== forgiven
  const lastFailure = counts ? await failureCodeOf(tx, lastCycleId) : undefined
  return nextMove({
    alive: alive.length,
    next: next[0]?.id,
    begun: cyclesBegun,
    cycleCap: project.cycleCap,
    isCostCapReached: isCostCapReached({ ...budget, capMicros: capOfProject(project, caps), lastFailure }),
  })
}

const parkFor = ({ tx }: CoordinatorContext, own: ProjectRunRow, obstacle: ProjectRunObstacle) => {
  // Clients read events as well, and must not learn the agency's spending.
  recordProjectRunEvent(tx, own, 'project.run_waiting')
  const details = { obstacle, reason: reasons[obstacle] }
  const parking = { kind: 'person', labels: [labelFor(obstacle)], details } as const
  return park(at.advance, parking, own.lastCycleId === null ? {} : { forgiven: own.lastCycleId })
}

/** The autonomous run of a project: it continues until it is stopped. */
export const projectWorkflow = (parts: ProjectRunParts) =>
  projectRunGraph.workflow({
    first: 'advance',
    stepsKept: 100,
    ended: projectRunEnded,
    steps: { advance: advance(parts) },
  })
