import { Type } from 'typebox'
import { pagesOf } from '../../../../platform/contract/schema.ts'
import {
  Id,
  MessageAck,
  Time,
  contract,
  maybe,
  oneOf,
  operation,
  namedObject,
  recordedElsewhere,
} from '../../../../platform/contract/index.ts'
import { emailNotVerified } from '../../workspaces/contract/members.ts'
import { ofOneself } from './sign-in/shapes.ts'

const OwnMembership = namedObject('MyPlace', {
  id: Id,
  name: Type.String({ examples: ['Lovelace & Daughters'] }),
  role: oneOf(['owner', 'admin', 'member', 'client']),
})

const OwnPlace = namedObject('MyPlaceAndTime', {
  ...OwnMembership.properties,
  timeZone: Type.String({ examples: ['Europe/Berlin'], description: 'In which the days of the workspace begin.' }),
  locale: Type.String({ examples: ['en-GB'], description: 'How the workspace writes dates and numbers.' }),
  isClosed: Type.Boolean({
    description: 'Whether it opens to this session only after a sign-in with the company’s identity provider.',
  }),
})

export const Me = namedObject('Me', {
  id: Id,
  name: Type.String({ examples: ['Ada Lovelace'] }),
  email: Type.String({ examples: ['ada@example.com'] }),
  emailVerified: Type.Boolean(),
  activeWorkspaceId: maybe(Id),
  workspaces: Type.Array(OwnPlace),
  passkeys: Type.Integer({ minimum: 0 }),
})

export const getMe = operation({
  ...ofOneself,
  method: 'GET',
  path: '/v1/api/me',
  summary: 'Read your account and up to 1,000 of your workspaces',
  reach: { page: '/settings/you' },
  replies: { 200: Me },
  audit: { refusals: 'user.get' },
  reads: { workspace: 'all', member: 'all', person: 'all', passkey: 'all' },
})

const SessionSummary = namedObject('SessionSummary', {
  id: Id,
  isCurrent: Type.Boolean(),
  activeWorkspaceId: maybe(Id),
  ipAddress: maybe(Type.String()),
  userAgent: maybe(Type.String()),
  createdAt: Time,
  expiresAt: Time,
})

export const listMySessions = operation({
  ...ofOneself,
  method: 'GET',
  path: '/v1/api/me/sessions',
  summary: 'List your active sessions, newest first',
  reach: { page: '/settings/security' },
  ...pagesOf(SessionSummary),
  audit: { refusals: 'auth.session_list' },
  reads: { session: 'all' },
})

export const revokeMySession = operation({
  ...ofOneself,
  method: 'DELETE',
  path: '/v1/api/me/sessions/{sessionId}',
  summary: 'End one of your sessions immediately, on every server process',
  reach: { page: '/settings/security' },
  replay: false,
  replies: { 200: MessageAck },
  errors: { sessionAbsent: { status: 404, code: 'session_not_found', message: 'You have no such session.' } },
  audit: { ...recordedElsewhere('auth.session_revoke'), refusals: 'auth.session_revoke' },
  touches: ['session'],
})

export const setActiveWorkspace = operation({
  ...ofOneself,
  method: 'PUT',
  path: '/v1/api/me/active-workspace',
  summary: 'Set the workspace that your session uses when no header names one',
  reach: { page: '/' },
  effect: 'outside',
  replay: false,
  body: namedObject('SetActiveWorkspace', { workspaceId: Id }),
  replies: { 200: namedObject('ActiveWorkspace', { activeWorkspaceId: Id }) },
  errors: {
    noPlace: { status: 403, code: 'forbidden', message: 'You are not a member of that workspace.' },
  },
  audit: { action: 'auth.workspace_choose', category: 'auth' },
})

export const initializeMyWorkspace = operation({
  ...ofOneself,
  method: 'POST',
  path: '/v1/api/me/workspace',
  summary: 'Create a workspace of your own, or get your existing one',
  reach: { page: '/' },
  effect: 'outside',
  replay: false,
  replies: { 200: OwnMembership },
  errors: { emailNotVerified },
  audit: { action: 'workspace.create', category: 'create' },
})

export const identity = contract({
  getMe,
  listMySessions,
  revokeMySession,
  setActiveWorkspace,
  initializeMyWorkspace,
})
