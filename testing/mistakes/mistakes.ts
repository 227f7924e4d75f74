// Each of these mistakes must not compile; the compiler's message is beside it.
import { Type } from 'typebox'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { getCycle } from '../../domains/delivery/cycles/contract.ts'
import { getTask, streamTask } from '../../domains/delivery/tasks/contract.ts'
import { removeMember } from '../../domains/accounts/workspaces/contract.ts'
import { uploadProjectImportBundle } from '../../domains/code/imports/contract.ts'
import { projects } from '../../domains/code/projects/contract.ts'
import { foundBy, operation, resource, to, toAgencyWho, toThoseWho } from '../../platform/contract/index.ts'
import { handle, implement } from '../../platform/handler/index.ts'

const started = { cycleId: '', runId: '', runNumber: 1, status: 'planning' } as const
const about = { resource: ['cycle', ''] } as const
const reading = { method: 'GET', path: '/v1/api/cycles/{id}', summary: 'Read', reach: 'call', replies: {} } as const
const changing = { method: 'POST', path: '/v1/api/cycles', summary: 'Change', reach: 'call', replies: {} } as const
const audit = { refusals: 'cycle.get' } as const
const recorded = { action: 'cycle.change', category: 'update' } as const
const query = Type.Object({ projectId: Type.Optional(Type.String()), limit: Type.Integer() })
const body = Type.Object({ projectId: Type.String() })

// How programs reach it

// @ts-expect-error Say how programs reach it over MCP: by call, transfer, or a page where a person does it.
operation({ method: 'GET', path: '/v1/api/cycles/{id}', summary: 'Read', replies: {}, audit, access: to('agency') })

// @ts-expect-error Say which scope a key needs: read, or write for what gives more.
operation({ ...reading, audit: { action: 'cycle.export', category: 'export' }, access: to('agency') })
// @ts-expect-error Say which scope a key needs: read, or write for what gives more.
operation({ ...reading, reach: { page: '/projects' }, audit, access: to('agency') })

// The part that decides the access

// @ts-expect-error The path /v1/api/cycles/{id} has no {ID}.
operation({ ...reading, audit, access: toThoseWho('view', 'cycle', 'params.ID') })
// @ts-expect-error The path /v1/api/cycles/{id} has no {userId}.
operation({ ...reading, audit, access: to('administrator', resource('member', 'params.userId')) })
// @ts-expect-error The query declares no project.
operation({ ...reading, audit, query, access: toThoseWho('view', 'project', 'query.project') })
// @ts-expect-error The body declares no project.
operation({ ...changing, audit: recorded, body, access: toThoseWho('steer', 'project', 'body.project') })
// @ts-expect-error query.limit is not a string, so it is no id.
operation({ ...reading, audit, query, access: toThoseWho('view', 'project', 'query.limit') })
// @ts-expect-error query.projectId is optional: say what a request without it is about.
operation({ ...reading, audit, query, access: toThoseWho('view', 'project', 'query.projectId') })
operation({
  ...changing,
  audit: recorded,
  body,
  access: {
    who: 'agency',
    // @ts-expect-error body.projectId is required, so it is never missing.
    on: { kind: 'project', id: 'body.projectId', needs: 'manage', whenMissing: 'workspace' },
  },
})
// @ts-expect-error The query declares no ref.
operation({ ...reading, audit, query, access: { who: 'participant', agencyParameters: ['ref'] } })
// @ts-expect-error Argument of type '"cycel"' is not assignable to parameter of type
toThoseWho('view', 'cycel', 'params.id')
// @ts-expect-error Argument of type '"member"' is not assignable to parameter of type
toAgencyWho('manage', 'member', 'params.userId')
// @ts-expect-error Argument of type '"cycle"' is not assignable to parameter of type
resource('cycle', 'params.id')
operation({
  ...reading,
  audit,
  // @ts-expect-error Type 'string' is not assignable to type 'undefined'.
  access: { who: 'administrator', on: { kind: 'member', id: 'params.id', needs: 'manage' } },
})
// @ts-expect-error Argument of type '"webhook"' is not assignable to parameter of type 'Who'.
to('webhook')

// Where the workspace comes from

// @ts-expect-error The path /v1/api/cycles/{id} has no {workspaceId}.
operation({ ...reading, audit, access: to('agency'), workspace: 'path' })
// @ts-expect-error The path /v1/api/cycles/{id} has no {token}.
operation({ ...reading, access: to('public'), workspace: foundBy('member_invitation', 'params.token') })
// @ts-expect-error Argument of type '"slug"' is not assignable to parameter of type
foundBy('slug', 'params.id')

// @ts-expect-error This operation is public: say where the workspace comes from, or none.
operation({ ...reading, access: to('public') })
// @ts-expect-error Without a workspace it has no transaction: use effect: 'outside'.
operation({ ...reading, access: to('public'), workspace: 'none' })
// @ts-expect-error A resource is for callers with a place in its workspace.
operation({ ...reading, audit, access: { who: 'signed-in', on: { kind: 'cycle', id: 'params.id', needs: 'view' } } })

// Name and audit

// @ts-expect-error Type 'string' is not assignable to type 'undefined'.
operation({ ...reading, audit, access: to('agency'), id: 'getCycle' })
// @ts-expect-error Name the action of a refusal, as { refusals: 'cycle.list' }.
operation({ ...reading, access: to('agency') })
// @ts-expect-error Name the action of a refusal, as { refusals: 'cycle.list' }.
operation({ ...changing, access: to('agency'), audit: { none: 'It changes nothing.' } })
// @ts-expect-error Property 'audit' is missing in type
operation({ ...changing, access: to('public'), workspace: 'none', effect: 'outside' })
// @ts-expect-error This operation is public, so its row has no actor: use recordedElsewhere().
operation({ ...changing, access: to('public'), workspace: 'none', effect: 'outside', audit: recorded })

// The reads that go stale after a change

// @ts-expect-error No event has the subject cycel.
operation({ ...reading, audit, access: to('agency'), reads: { cycle: 'cycleId', cycel: 'cycleId' } })
// @ts-expect-error Type '"userId"' is not assignable to type
operation({ ...reading, audit, access: to('agency'), reads: { member: 'userId' } })
// @ts-expect-error Type '"cycel"' is not assignable to type
operation({ ...changing, audit: recorded, access: to('agency'), touches: ['cycle', 'cycel'] })
// @ts-expect-error is not assignable to type 'undefined'.
operation({ ...changing, audit: recorded, access: to('agency'), reads: { cycle: 'all' } })

// Handlers

// @ts-expect-error is missing the following properties from type
implement(projects, {})
// @ts-expect-error is not assignable to type 'Handler<
implement({ getCycle }, { getCycle: handle(getTask, async ({ absent }) => absent()) })
// @ts-expect-error Property 'nope' does not exist on type '{ readonly no
handle(executeCycle, async ({ fail }) => fail.nope())
// @ts-expect-error Expected 2 arguments, but got 1.
handle(executeCycle, async ({ ok }) => ok(started))
// @ts-expect-error Property 'created' does not exist on type
handle(executeCycle, async ({ created }) => created(started, about))
// @ts-expect-error Type 'number' is not assignable to type 'string'.
handle(executeCycle, async ({ ok }) => ok({ ...started, runId: 1 }, about))
// @ts-expect-error Property 'nope' does not exist on type
handle(executeCycle, async ({ query: input, ok }) => ok({ ...started, runId: input.nope }, about))
// @ts-expect-error Property 'id' does not exist on type 'Readonly<Record<"userId", string>>'.
handle(removeMember, async ({ params, absent }) => absent(params.id))
// @ts-expect-error Property 'tx' does not exist on type
handle(streamTask, async ({ tx, absent }) => absent(tx))
// @ts-expect-error Property 'ok' does not exist on type
handle(uploadProjectImportBundle, async ({ ok }) => ok({}, about))
// @ts-expect-error Type '"nope"' is not assignable to type
handle(streamTask, async ({ ok }) => ok(frames({ event: 'nope', data: {} })))
const frames = async function* <const F>(frame: F) {
  yield frame
}
