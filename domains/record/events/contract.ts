import { Type } from 'typebox'
import { contract, events as streamOf, operation, to, toAgencyWho } from '../../../platform/contract/index.ts'
import { anyObject, Id, maybe, pagesOf, paging, namedObject, Time } from '../../../platform/contract/schema.ts'
import type {} from './contract/subjects.ts'

export const ActivityEvent = namedObject('ActivityEvent', {
  id: Id,
  position: Type.Integer({ description: 'Grows with each event of the workspace, in commit order' }),
  eventType: Type.String({ examples: ['task.merged'] }),
  entityType: Type.String({ examples: ['task'] }),
  entityId: Type.String(),
  projectId: maybe(Id),
  cycleId: maybe(Id),
  taskId: maybe(Id),
  traceId: maybe(Type.String()),
  payload: anyObject(),
  occurredAt: Time,
})

export const entityTypes = ['cycle', 'task', 'project', 'agent_run', 'pending_request'] as const

/** The events of a page whose caller names no limit. */
export const eventsShown = 100

export const listEvents = operation({
  method: 'GET',
  path: '/v1/api/events',
  summary: 'List activity events of a cycle (oldest first), a trace, a type, an entity, or all (newest first)',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({
    cycleId: Type.Optional(Type.String()),
    traceId: Type.Optional(Type.String()),
    eventType: Type.Optional(Type.String()),
    entityType: Type.Optional(Type.String({ description: `With entityId: one of ${entityTypes.join(', ')}` })),
    entityId: Type.Optional(Type.String()),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        description: `The most events of a page; ${eventsShown} without it. Alone, it selects all events.`,
      }),
    ),
    before: Type.Optional(
      Type.String({
        description:
          'Of all events, only events strictly older than this ISO time; an invalid time is ignored beside a limit',
      }),
    ),
    cursor: paging.cursor,
  }),
  replies: { 200: Type.Array(ActivityEvent) },
  errors: {
    noSelector: {
      status: 400,
      code: 'no_selector',
      message:
        'Name the events: cycleId, traceId, eventType, entityType with entityId, or limit or before (an ISO time) for all.',
    },
  },
  audit: { refusals: 'event.list' },
  reads: 'all',
})

export const streamEvents = operation({
  method: 'GET',
  path: '/v1/api/events/stream',
  summary: 'Stream the events of the workspace. Clients get the events of shared projects',
  clientPortal: true,
  reach: 'transfer',
  access: to('participant'),
  effect: 'outside',
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Begins behind the event at this position, 0 for the first; without it with what happens next',
      }),
    ),
  }),
  replies: {
    200: streamOf({
      byAction: ActivityEvent,
      events: {
        ready: Type.Object({
          position: Type.Integer({ description: 'The position behind which the stream begins' }),
        }),
        keepalive: Type.Object({}),
      },
      resumes: true,
    }),
  },
  audit: { refusals: 'event.stream' },
})

export const listProjectTimeline = operation({
  method: 'GET',
  path: '/v1/api/projects/{projectId}/timeline',
  summary:
    'List the milestones of a project, newest first: cycles, failed checks, publications, decisions and questions',
  reach: 'call',
  access: toAgencyWho('view', 'project', 'params.projectId'),
  ...pagesOf(ActivityEvent),
  audit: { refusals: 'event.list_timeline' },
  reads: {
    cycle: 'projectId',
    task: 'projectId',
    deliverable: 'projectId',
    deliverable_approval: 'projectId',
    pending_request: 'projectId',
  },
})

export const events = contract({ listEvents, listProjectTimeline, streamEvents })
