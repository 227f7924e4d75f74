import { Type } from 'typebox'
import { conflict, operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, pagesOf, oneOf } from '../../../../platform/contract/schema.ts'
import { noRevision, ProjectRevision } from '../../../code/revisions/contract.ts'
import { changedPathFields, late, namedFile, pathFields, unreachable } from './asking.ts'
import { changeKinds } from '../rules.ts'

export const Change = namedObject('ProjectChange', {
  ...changedPathFields,
  kind: oneOf(changeKinds, { description: 'What happened to the file; untracked: git does not know it yet' }),
  additions: maybe(Type.Integer({ description: 'Lines; null if they were not counted, as in binary files' })),
  deletions: maybe(Type.Integer({ description: 'Lines; null if they were not counted, as in binary files' })),
})

export const truncatedChanges = Type.Boolean({ description: 'Whether more files changed than are listed' })

export const ChangeFilePatch = namedObject('ChangeFilePatch', {
  ...pathFields,
  patch: maybe(Type.String({ description: 'The change as a unified diff; null for a binary or too long file' })),
  binary: Type.Boolean(),
})

const repositoryId = Type.String({ ...Id, description: 'The repository that has its commit' })
const count = (example: number, description: string) =>
  maybe(Type.Integer({ minimum: 0, examples: [example], description }))

const ProjectHistoryEntry = namedObject('ProjectHistoryEntry', {
  ...ProjectRevision.properties,
  cycleTitle: maybe(
    Type.String({
      description: 'The title of the cycle that made it; null for any other',
      examples: ['Show the opening hours'],
    }),
  ),
  author: maybe(Type.String({ description: 'The person who proposed that cycle', examples: ['Ada Lovelace'] })),
  repositoryId,
  filesChanged: count(2, 'Files that differ from the revision before; null if they were not counted'),
  additions: count(31, 'Lines added since the revision before; null if they were not counted'),
  deletions: count(4, 'Lines removed since the revision before; null if they were not counted'),
})

export const listProjectHistory = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/history',
  summary: 'List the revisions of a project with their cycles, authors and changed lines, newest first',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  ...pagesOf(ProjectHistoryEntry),
  audit: { refusals: 'revision.list_history' },
  reads: { revision: 'projectId' },
})

const side = (description: string) => Type.Object({ ...ProjectRevision.properties, repositoryId }, { description })

export const RevisionChanges = namedObject('RevisionChanges', {
  from: maybe(side('The other side of the comparison; null for the first revision, which is compared with no files')),
  to: side('The revision'),
  files: Type.Array(Change, { description: 'What differs in `to` from `from`. What git ignores is left out.' }),
  truncated: truncatedChanges,
})

const from = Type.Optional(
  Type.String({
    description:
      'The id of the revision to compare with, older or newer; by default the one before. The first revision is compared with no files.',
  }),
)

const errors = {
  noRevision,
  otherRepository: conflict({
    code: 'revisions_not_comparable',
    message: 'These revisions are in different repositories. Compare revisions of the same repository.',
  }),
  unreachable,
  late,
}

export const getProjectRevisionChanges = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/revisions/{revisionId}/changes',
  summary: 'List the files in which a revision differs from another revision, or from its predecessor',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ from }),
  replies: { 200: RevisionChanges },
  errors,
  audit: { refusals: 'revision.changes' },
})

export const getProjectRevisionChangeFile = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/revisions/{revisionId}/changes/file',
  summary: 'Read the diff of a file between two revisions',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ ...namedFile, from }),
  replies: { 200: ChangeFilePatch },
  errors: {
    ...errors,
    notChanged: {
      status: 404,
      code: 'file_not_changed',
      message: 'This file is not among the changed files. List the changed files of the revision.',
    },
  },
  audit: { refusals: 'revision.change_file' },
})
