import { Type } from 'typebox'
import { conflict, contract, events, operation, toAgencyWho, toThoseWho } from '../../../platform/contract/index.ts'
import { MessageAck, oneOf, pagesOf, paging, namedObject, lineText, text } from '../../../platform/contract/schema.ts'
import { ActivityEvent } from '../../record/events/contract.ts'
import { Cycle, CycleDetail, CycleSummary, UpdateCycle } from './contract/cycle.ts'
import { PendingRequest } from '../requests/contract.ts'

const AskClientQuestion = namedObject('AskClientQuestion', {
  cycleId: text(1, 200, {
    description: 'The cycle that the question is about',
    examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
  }),
  question: text(1, 5_000, { description: 'The question for the client', examples: ['Which days are you closed?'] }),
  title: lineText(200, { description: 'The question in a line', examples: ['Opening hours'] }),
})

export const askClientQuestion = operation({
  method: 'POST',
  path: '/v1/api/pending-requests/client-question',
  summary: 'Ask the client a question about a cycle. The run does not wait; agents read the answer when it comes',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'body.cycleId'),
  body: AskClientQuestion,
  replies: { 201: PendingRequest },
  audit: { action: 'pending_request.ask', category: 'create' },
})

export * from './contract/cycle.ts'
export { RunDiagnostics } from './contract/diagnostics.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    cycle: 'project'
  }
}

const active = conflict({
  code: 'cycle_active',
  message: 'A run is working on this cycle. Stop it, or wait for its end; only the title can change meanwhile.',
})

export const listCycles = operation({
  method: 'GET',
  path: '/v1/api/cycles',
  summary: 'List the cycles that the caller may view',
  reach: 'call',
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
  reads: { cycle: 'all', task: 'all', pending_request: 'all', project: 'all' },
})

export const getCycle = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}',
  summary: 'Read a cycle with the tasks of its latest run and those planned for the next',
  reach: 'call',
  access: toThoseWho('view', 'cycle', 'params.id'),
  replies: { 200: CycleDetail },
  audit: { refusals: 'cycle.get' },
  reads: { deployment: 'cycleId', cycle: 'cycleId', task: 'cycleId', pending_request: 'cycleId' },
})

export const updateCycle = operation({
  method: 'PATCH',
  path: '/v1/api/cycles/{id}',
  summary: 'Update a cycle. Omitted fields stay as they are',
  reach: 'call',
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
  reach: { page: '/projects' },
  access: toAgencyWho('manage', 'cycle', 'params.id'),
  replies: { 200: MessageAck },
  errors: {
    notDeletable: conflict({
      code: 'cycle_not_deletable',
      message:
        'Only a cycle that is a draft or has failed can be deleted, and none on whose deliverable a client decided. Stop a running one; a finished one stays.',
    }),
  },
  audit: { action: 'cycle.delete', category: 'delete', event: 'cycle.deleted' },
  touches: ['cycle', 'task'],
})

export const stopCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/stop',
  summary: 'Stop the run of a cycle. It is `stopped` once its sandboxes are closed',
  reach: 'call',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  replies: { 200: Cycle },
  errors: {
    notActive: conflict({
      code: 'cycle_not_active',
      message: 'No run of this cycle is active, so there is nothing to stop.',
    }),
  },
  audit: { action: 'cycle.stop', category: 'execute' },
})

export const listCycleEvents = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/events',
  summary: 'List the cycle’s own events, newest first. The timeline includes its tasks’ events',
  reach: 'call',
  access: toThoseWho('view', 'cycle', 'params.id'),
  ...pagesOf(ActivityEvent),
  audit: { refusals: 'cycle.list_events' },
  reads: { cycle: 'cycleId' },
})

export const getCycleTimeline = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/timeline',
  summary: 'List the events of the cycle and its tasks, newest first',
  reach: 'call',
  access: toThoseWho('view', 'cycle', 'params.id'),
  ...pagesOf(ActivityEvent),
  audit: { refusals: 'cycle.read_timeline' },
  reads: { cycle: 'cycleId', task: 'cycleId', pending_request: 'cycleId' },
})

export const streamCycle = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/stream',
  summary: 'Stream the events of a cycle and its tasks until its run ends',
  reach: 'transfer',
  access: toThoseWho('view', 'cycle', 'params.id'),
  effect: 'outside',
  replies: { 200: events({ byAction: ActivityEvent, events: { keepalive: Type.Object({}) }, resumes: true }) },
  audit: { refusals: 'cycle.stream' },
})

export const cycles = contract({
  listCycles,
  getCycle,
  updateCycle,
  deleteCycle,
  stopCycle,
  listCycleEvents,
  getCycleTimeline,
  streamCycle,
  askClientQuestion,
})
