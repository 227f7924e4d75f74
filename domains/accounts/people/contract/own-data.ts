import { Type } from 'typebox'
import { bytes, conflict, contract, operation } from '../../../../platform/contract/index.ts'
import { Id, namedObject, Time } from '../../../../platform/contract/schema.ts'
import { freshMinutes } from '../rules/own-data.ts'
import { ofOneself } from './sign-in/shapes.ts'

export const exportPerson = operation({
  ...ofOneself,
  method: 'GET',
  path: '/v1/api/me/export',
  summary: 'Export everything that the instance stores about you, as one JSON document',
  reach: { page: '/settings/you' },
  effect: 'outside',
  replies: { 200: bytes('application/json') },
  audit: { refusals: 'person.export' },
})

const ErasureRequest = namedObject('ErasureRequest', { userId: Id, requestedAt: Time })

export const erasePerson = operation({
  ...ofOneself,
  method: 'DELETE',
  path: '/v1/api/me',
  summary: 'Delete your account. Personal data in workspaces is erased within minutes',
  reach: { page: '/settings/you' },
  replay: false,
  replies: { 202: ErasureRequest },
  errors: {
    notFresh: {
      status: 403,
      code: 'session_not_fresh',
      message: `This cannot be undone. Sign in again, and repeat it within ${freshMinutes} minutes.`,
    },
    lastOwner: conflict({
      code: 'last_owner',
      message: 'You are the only owner of a workspace with other people. Make one of them an owner first.',
      details: Type.Object({ workspaceIds: Type.Array(Id) }),
    }),
  },
  audit: {
    none: 'Belongs to no workspace; each one in which the person had a place gets a row when its part is done.',
    refusals: 'person.erase',
  },
})

export const people = contract({ exportPerson, erasePerson })
