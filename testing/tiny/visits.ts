import { contract, foundBy, operation, to } from '../../platform/contract/index.ts'
import { handle, implement } from '../../platform/handler/index.ts'
import { anyObject } from '../../platform/contract/schema.ts'

declare module '../../platform/contract/access.ts' {
  interface WorkspaceKeys {
    visitSlug: 'slug'
  }
}

const none = { none: 'A test of who may come in changes nothing.', refusals: 'visit.make' } as const
const reads = { refusals: 'visit.read' } as const
const Echo = anyObject()
const session = { who: 'signed-in', session: true } as const

export const visit = operation({
  method: 'POST',
  path: '/v1/api/visits',
  reach: 'call',
  summary: 'Work among people, without a workspace',
  workspace: 'none',
  access: session,
  replay: false,
  replies: { 200: Echo },
  audit: none,
})

export const lookAround = operation({
  method: 'GET',
  path: '/v1/api/visits',
  reach: 'call',
  summary: 'Whoever has any credential may look',
  workspace: 'none',
  access: to('signed-in'),
  replies: { 200: Echo },
  audit: reads,
})

export const visitBySlug = operation({
  method: 'POST',
  path: '/v1/api/visits/{slug}',
  reach: 'call',
  summary: 'Work in the workspace that a slug leads to',
  workspace: foundBy('visitSlug', 'params.slug'),
  access: session,
  replies: { 200: Echo },
  audit: { action: 'visit.make', category: 'create' },
})

export const readBySlug = operation({
  method: 'GET',
  path: '/v1/api/visits/{slug}',
  reach: 'call',
  summary: 'Read in the workspace that a slug leads to, without a credential',
  workspace: foundBy('visitSlug', 'params.slug'),
  access: to('public'),
  replies: { 200: Echo },
})

export const founding = operation({
  method: 'POST',
  path: '/v1/api/founded/{id}',
  reach: 'call',
  summary: 'Record in a workspace that the handler names',
  workspace: 'none',
  access: session,
  replay: false,
  effect: 'outside',
  replies: { 200: Echo },
  audit: { action: 'visit.found', category: 'create' },
})

export const visitByPath = operation({
  method: 'GET',
  path: '/v1/api/at/{workspaceId}/visits',
  reach: 'call',
  summary: 'Work in the workspace of the path',
  workspace: 'path',
  access: to('participant'),
  replies: { 200: Echo },
  audit: reads,
})

export const lookAtPortal = operation({
  method: 'GET',
  path: '/v1/api/shown',
  reach: 'call',
  summary: 'What a portal shows',
  clientPortal: true,
  access: to('participant'),
  replies: { 200: Echo },
  audit: reads,
})

export const administerPortal = operation({
  method: 'POST',
  path: '/v1/api/shown',
  reach: 'call',
  summary: 'What nobody may under a portal, though it takes the header',
  clientPortal: true,
  access: to('administrator'),
  replies: { 200: Echo },
  audit: none,
})

const visits = contract({
  visit,
  lookAround,
  visitBySlug,
  readBySlug,
  founding,
  visitByPath,
  lookAtPortal,
  administerPortal,
})

export const visitHandlers = implement(visits, {
  visit: handle(visit, async ({ caller, tx, ok }) => ok({ userId: caller.userId, workspace: tx.workspace ?? null })),
  lookAround: handle(lookAround, async ({ caller, ok }) => ok({ userId: caller.userId })),
  visitBySlug: handle(visitBySlug, async ({ caller, tx, workspace, ok }) =>
    ok({ workspace: tx.workspace }, { resource: ['visit', workspace], metadata: { email: caller.person!.email } }),
  ),
  readBySlug: handle(readBySlug, async ({ tx, ok }) => ok({ workspace: tx.workspace })),
  founding: handle(founding, async ({ params, commitIn }) =>
    commitIn(params.id, async ({ tx, ok }) => ok({ workspace: tx.workspace }, { resource: ['visit', params.id] })),
  ),
  visitByPath: handle(visitByPath, async ({ tx, ok }) => ok({ workspace: tx.workspace })),
  lookAtPortal: handle(lookAtPortal, async ({ caller, workspace, ok }) => ok({ workspace, role: caller.role })),
  administerPortal: handle(administerPortal, async ({ ok }) => ok({})),
})
