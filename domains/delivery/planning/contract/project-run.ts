import { Type } from 'typebox'
import { conflict, operation, toAgencyWho, toThoseWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, Time } from '../../../../platform/contract/schema.ts'
import { Handle } from '../../../code/projects/contract/handle.ts'
import { cycleStatuses } from '../../cycles/rules.ts'
import { RunDiagnostics } from '../../cycles/contract/diagnostics.ts'
import { carrierErrors, queueErrors } from '../../cycles/contract/run-errors.ts'

/** The kind of a proposal, in a word. The intake agent chooses one of these and adds no words of its own. */
export const intakeKinds = ['fault', 'security', 'feature', 'wording', 'upkeep', 'unclear'] as const

const RoadmapIntake = namedObject('RoadmapIntake', {
  kind: maybe(oneOf(intakeKinds, { description: 'The subject of the proposal; null if it could not be sorted' })),
  urgency: maybe(Type.Integer({ minimum: 2, maximum: 4, description: 'The tier that was chosen for it' })),
  duplicateOf: maybe(Type.String({ ...Id, description: 'A cycle that asks for the same; null without one' })),
  reason: Type.String({ examples: ['It reports that something does not work as it should.'] }),
})

const runFields = {
  projectId: Id,
  runId: maybe(Id),
  runNumber: Type.Integer({ minimum: 0, description: 'Counts the starts of the project; 0 before the first.' }),
  status: oneOf(['off', 'on', 'waiting', 'stopping']),
  reason: maybe(Type.String({ description: 'Why it waits for a person; null for clients.' })),
  cyclesBegun: Type.Integer({
    minimum: 0,
    description: 'How many cycles this run has begun, however they ended: what cycleCap counts. A start begins at 0.',
  }),
  startedAt: maybe(Time),
  endedAt: maybe(Time),
}
export const ProjectRun = namedObject('ProjectRun', runFields)

const urgencyField = Type.Integer({ minimum: 1, maximum: 4, description: '1 is the most urgent' })
const RoadmapCycle = namedObject('RoadmapCycle', {
  cycleId: Id,
  handle: Handle,
  title: Type.String(),
  status: oneOf(cycleStatuses),
  urgency: urgencyField,
  statusChangedAt: Time,
  intake: maybe(RoadmapIntake),
  acceptanceTests: Type.Integer({
    minimum: 0,
    description:
      'How many files of acceptance tests people added: without any, most changes wait for a person. 0 for clients.',
  }),
})
export const Roadmap = namedObject('Roadmap', {
  projectId: Id,
  run: ProjectRun,
  done: Type.Array(RoadmapCycle, { description: 'Cycles whose run has ended, the newest first; at most 50.' }),
  running: Type.Array(RoadmapCycle, { description: 'Cycles that a run is working on, whoever started it.' }),
  next: Type.Array(RoadmapCycle, { description: 'Drafts in the order in which the run begins them; at most 200.' }),
})

const OrderRoadmap = namedObject('OrderRoadmap', {
  next: Type.Array(namedObject('RoadmapPlace', { cycleId: Id, urgency: urgencyField }), {
    minItems: 1,
    maxItems: 200,
    description: 'Drafts with their tier, in the order that holds within each tier. Drafts left out follow these.',
  }),
})

export const startProject = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/start',
  summary: 'Start the autonomous run of a project, which works through its roadmap. A parked run checks again',
  reach: 'call',
  access: toThoseWho('steer', 'project', 'params.id'),
  replies: { 202: ProjectRun },
  errors: {
    notConnected: conflict({
      code: 'code_host_not_connected',
      message:
        'The repositories of this project are on a code host that is not connected, so no cycle can run. Import the repository as a project of its own: atelier import.',
    }),
    ...carrierErrors,
    ...queueErrors,
  },
  audit: { action: 'project.start', category: 'execute' },
  touches: ['project', 'cycle'],
})

export const stopProject = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/stop',
  summary: 'Stop the autonomous run of a project and the cycles that it began. No effect when it is not running',
  reach: 'call',
  access: toThoseWho('steer', 'project', 'params.id'),
  replies: { 200: ProjectRun },
  audit: { action: 'project.stop', category: 'execute' },
  touches: ['project', 'cycle'],
})

export const getProjectRunDiagnostics = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/diagnostics',
  summary: 'Read the diagnostics of a project’s autonomous run: failure, latest steps, and open waits',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: RunDiagnostics },
  errors: { noRun: { status: 404, code: 'no_run', message: 'This project has not been started yet.' } },
  audit: { refusals: 'project.diagnose' },
})

export const getProjectRoadmap = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/roadmap',
  summary: 'Read the roadmap: done, running, and planned cycles in their order',
  reach: 'call',
  access: toThoseWho('view', 'project', 'params.id'),
  replies: { 200: Roadmap },
  audit: { refusals: 'project.read_roadmap' },
  reads: { cycle: 'projectId', task: 'projectId', project: 'projectId' },
})

export const orderProjectRoadmap = operation({
  method: 'PUT',
  path: '/v1/api/projects/{id}/roadmap',
  summary: 'Reorder the planned cycles, by urgency and position',
  reach: 'call',
  access: toThoseWho('steer', 'project', 'params.id'),
  body: OrderRoadmap,
  replies: { 200: Roadmap },
  audit: { action: 'project.order_roadmap', category: 'update', event: 'project.roadmap_ordered' },
})
