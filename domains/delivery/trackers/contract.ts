import { Type } from 'typebox'
import { contract, operation, toAgencyWho } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, Time } from '../../../platform/contract/schema.ts'
import { listedMost } from './rules.ts'

export const LinearSession = namedObject('LinearSession', {
  id: Id,
  projectId: Id,
  cycleId: maybe(Type.Unsafe<string>({ ...Id, description: 'The cycle that was made of it; null before.' })),
  sessionKey: Type.String({ examples: ['ses_8f2c'], description: 'The conversation, as the tracker names it.' }),
  issueKey: Type.String({ examples: ['SHOP-12'], description: 'The issue that it is about.' }),
  issueTitle: Type.String({ examples: ['Show the opening hours'], description: 'The title of the issue.' }),
  issueUrl: Type.String({
    examples: ['https://linear.app/acme/issue/SHOP-12'],
    description: 'The page of the issue in the tracker.',
  }),
  createdAt: Time,
})

export const listProjectLinearSessions = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/linear-sessions',
  summary: `List the issue-tracker conversations delegated into a project, the newest ${listedMost}, newest first`,
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: Type.Array(LinearSession) },
  audit: { refusals: 'project.linear_sessions' },
})

export const trackers = contract({ listProjectLinearSessions })
