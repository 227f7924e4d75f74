import { Type } from 'typebox'
import { bytes, contract, keptJson, operation, sandboxesInUse, toAgencyWho } from '../../../platform/contract/index.ts'
import { anyObject, CommitSha, Id, oneOf, namedObject, Sha256, Time } from '../../../platform/contract/schema.ts'

export const ProjectRevisionHead = namedObject('ProjectRevisionHead', {
  revisionId: Id,
  projectId: Id,
  generation: Type.Integer({ minimum: 1 }),
  commitSha: CommitSha,
  branch: Type.String({ examples: ['main'] }),
  manifest: keptJson(anyObject({ description: 'Canonical manifest, RFC 8785' })),
  manifestSha256: Sha256,
  source: oneOf(['created', 'import', 'merge', 'upload']),
  createdAt: Time,
})

const repositoryBacked = {
  status: 409,
  code: 'repository_backed',
  message: 'This project lives on its code host, which has its revisions. Read them there.',
} as const

export const getProjectRevisionHead = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/revisions/head',
  summary: 'Read the current revision and its canonical manifest',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: ProjectRevisionHead },
  errors: {
    noHead: { status: 404, code: 'no_revision', message: 'This project has no revision yet. Import one first.' },
    repositoryBacked,
    // The specification declares it; a read of ours takes no sandbox and never answers so.
    sandboxesInUse,
  },
  audit: { refusals: 'revision.get_head' },
})

export const downloadProjectRevisionBundle = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/revisions/{revisionId}/bundle',
  summary: 'Download the current revision with its full history as a git bundle',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  replay: false,
  replies: { 200: bytes('application/x-git-bundle') },
  errors: {
    notHead: {
      status: 404,
      code: 'revision_not_head',
      message: 'This is not the current revision of the project. Read the head, and download that one.',
    },
    repositoryBacked,
    moving: {
      status: 409,
      code: 'revision_moving',
      message: 'A change is being merged into this project at this moment. Read the head again, and download that one.',
    },
  },
  audit: { action: 'revision.download', category: 'export' },
})

export const revisions = contract({ getProjectRevisionHead, downloadProjectRevisionBundle })
