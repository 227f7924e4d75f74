import { Type } from 'typebox'
import { contract, events, operation, toAgencyWho, toThoseWho } from '../../../platform/contract/index.ts'
import { MessageAck, oneOf, paging } from '../../../platform/contract/schema.ts'
import { ActivityEvent } from '../../record/events/contract.ts'
import { askClientQuestion } from './contract/client-question.ts'
import { rerunTaskCheck } from '../runs/contract/check-rerun.ts'
import {
  CreateCycle,
  Cycle,
  CycleDetail,
  CycleExecutionStarted,
  CycleProposed,
  CycleSummary,
  UpdateCycle,
} from './contract/cycle.ts'
import { getCycleRunDiagnostics } from './contract/diagnostics.ts'
import { carrierErrors } from './contract/carrier-errors.ts'
import { dropProjectSetups } from '../runs/contract/setups.ts'
import { projectOperations } from '../planning/contract/project-run.ts'
import { queueErrors } from './contract/queue-errors.ts'
import { addCycleTask, createTask, removeCycleTask, updateCycleTask } from '../planning/contract/tasks.ts'
import { getCycleTranscript } from '../runs/contract/transcript.ts'
import { getCycleUsage } from '../runs/contract/usage.ts'

export { AskClientQuestion, askClientQuestion } from './contract/client-question.ts'
export { rerunTaskCheck } from '../runs/contract/check-rerun.ts'
export * from './contract/cycle.ts'
export { getCycleRunDiagnostics, RunDiagnostics } from './contract/diagnostics.ts'
export { getCycleTranscript, TranscriptStep } from '../runs/contract/transcript.ts'
export * from '../planning/contract/project-run.ts'
export { dropProjectSetups } from '../runs/contract/setups.ts'
export { addCycleTask, createTask, removeCycleTask, updateCycleTask } from '../planning/contract/tasks.ts'
export { CycleUsage, getCycleUsage } from '../runs/contract/usage.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    cycle: 'project'
  }
}

const active = {
  status: 409,
  code: 'cycle_active',
  message: 'A run is working on this cycle. Stop it, or wait for its end; only the title can change meanwhile.',
} as const

export const listCycles = operation({
  method: 'GET',
  path: '/v1/api/cycles',
  summary: 'List the cycles that the caller may view',
  access: {
    who: 'participant',
    on: { kind: 'project', id: 'query.projectId', needs: 'view', whenMissing: 'workspace' },
  },
  query: Type.Object({
    projectId: Type.Optional(Type.String()),
    orderBy: Type.Optional(oneOf(['createdAt', 'priority'])),
    ...paging,
  }),
  replies: { 200: Type.Array(CycleSummary) },
  audit: { refusals: 'cycle.list' },
})

export const proposeCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles',
  summary:
    'Propose a change; it stays a draft until it is executed, or until it is its turn where the project is started',
  access: toThoseWho('steer', 'project', 'body.projectId'),
  body: CreateCycle,
  replies: { 202: CycleProposed },
  errors: queueErrors,
  audit: { action: 'cycle.propose', category: 'create', event: 'cycle.proposed' },
})

export const revertCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/revert',
  summary: 'Propose a cycle that undoes what this one delivered; git makes the change, and checks and review judge it',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  replies: { 202: CycleProposed },
  errors: {
    notDelivered: {
      status: 409,
      code: 'cycle_not_delivered',
      message: 'Nothing of this cycle was delivered, so there is nothing to revert.',
    },
    reverted: {
      status: 409,
      code: 'cycle_reverted',
      message:
        'A cycle that reverts this one is there already: see revertedByCycleId. Execute that one, or delete it first; to have the change back, revert that one once it is delivered.',
    },
  },
  audit: { action: 'cycle.revert', category: 'create', event: 'cycle.proposed' },
})

export const getCycle = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}',
  summary: 'Read a cycle with its tasks: those of the newest run, and those that its next one will have',
  access: toThoseWho('view', 'cycle', 'params.id'),
  replies: { 200: CycleDetail },
  audit: { refusals: 'cycle.get' },
})

export const updateCycle = operation({
  method: 'PATCH',
  path: '/v1/api/cycles/{id}',
  summary: 'Change a cycle; fields left out stay as they are',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  body: UpdateCycle,
  replies: { 200: Cycle },
  errors: { active },
  audit: { action: 'cycle.update', category: 'update', event: 'cycle.updated' },
})

export const deleteCycle = operation({
  method: 'DELETE',
  path: '/v1/api/cycles/{id}',
  summary: 'Delete a cycle that is a draft or has failed',
  access: toAgencyWho('manage', 'cycle', 'params.id'),
  replies: { 200: MessageAck },
  errors: {
    notDeletable: {
      status: 409,
      code: 'cycle_not_deletable',
      message: 'Only a cycle that is a draft or has failed can be deleted. Stop a running one; a finished one stays.',
    },
  },
  audit: { action: 'cycle.delete', category: 'delete', event: 'cycle.deleted' },
})

export const executeCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/execute',
  summary: 'Start a run of the cycle; it goes on by itself',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  query: Type.Object({ mode: Type.Optional(oneOf(['sandbox', 'desktop'])) }),
  replies: { 200: CycleExecutionStarted },
  errors: {
    notExecutable: {
      status: 409,
      code: 'cycle_not_executable',
      message: 'A cycle can be executed while it is a draft, or after it failed or was stopped.',
    },
    notConnected: {
      status: 409,
      code: 'code_host_not_connected',
      message:
        'The repositories of this project live on a code host that is not connected, so that no run can begin. Import the repository as a project of its own: atelier import.',
    },
    ...carrierErrors,
    noDesktop: {
      status: 409,
      code: 'desktop_unavailable',
      message: 'This instance has no desktop sandboxes. Execute the cycle in mode sandbox.',
    },
    ...queueErrors,
  },
  audit: { action: 'cycle.execute', category: 'execute' },
})

export const stopCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/stop',
  summary: 'Stop the run of a cycle; it is stopped once its sandboxes are gone',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  replies: { 200: Cycle },
  errors: {
    notActive: {
      status: 409,
      code: 'cycle_not_active',
      message: 'No run of this cycle is active, so there is nothing to stop.',
    },
  },
  audit: { action: 'cycle.stop', category: 'execute' },
})

export const listCycleEvents = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/events',
  summary: "List the cycle's own events, newest first; the timeline has its tasks' as well",
  access: { who: 'participant', on: { kind: 'cycle', id: 'params.id', needs: 'view', absent: 'handler' } },
  query: Type.Object(paging),
  replies: { 200: Type.Array(ActivityEvent) },
  audit: { refusals: 'cycle.list_events' },
})

export const getCycleTimeline = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/timeline',
  summary: "List the cycle's events and its tasks', newest first",
  access: toThoseWho('view', 'cycle', 'params.id'),
  query: Type.Object(paging),
  replies: { 200: Type.Array(ActivityEvent) },
  audit: { refusals: 'cycle.read_timeline' },
})

export const streamCycle = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/stream',
  summary: 'Follow a cycle and its tasks until its run has ended',
  access: toThoseWho('view', 'cycle', 'params.id'),
  effect: 'outside',
  replies: {
    200: events({
      byAction: ActivityEvent,
      events: { keepalive: Type.Object({}) },
      resumes: true,
    }),
  },
  audit: { refusals: 'cycle.stream' },
})

export const cycles = contract({
  listCycles,
  proposeCycle,
  revertCycle,
  getCycle,
  updateCycle,
  deleteCycle,
  executeCycle,
  stopCycle,
  addCycleTask,
  updateCycleTask,
  removeCycleTask,
  createTask,
  rerunTaskCheck,
  listCycleEvents,
  getCycleTimeline,
  streamCycle,
  askClientQuestion,
  getCycleTranscript,
  getCycleUsage,
  dropProjectSetups,
  getCycleRunDiagnostics,
  ...projectOperations,
})
