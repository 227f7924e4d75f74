import { Type } from 'typebox'
import { operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf } from '../../../../platform/contract/schema.ts'

export const Repository = namedObject('Repository', {
  id: Id,
  host: oneOf(['native-repos', 'codehost']),
  fullName: maybe(Type.String()),
  label: maybe(Type.String()),
  defaultBranch: Type.String({ examples: ['main'] }),
  primary: Type.Boolean(),
})

export const listProjectRepos = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/repos',
  summary: 'List the repositories of a project, its primary one first; none where it was made without any',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: Type.Array(Repository) },
  audit: { refusals: 'project.repos' },
})
