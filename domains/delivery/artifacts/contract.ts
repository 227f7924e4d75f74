import { Type } from 'typebox'
import { bytes, contract, operation, to, toThoseWho } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, pagesOf, Sha256, Time } from '../../../platform/contract/schema.ts'
import { SignedArtifactUrl } from '../../agents/assets/contract.ts'

const filename = Type.String({
  description: 'Its path relative to the top of the repository; percent-encoded as one segment of an address',
  examples: ['coverage/index.html'],
})

export const StoredArtifact = namedObject('StoredArtifact', {
  id: Id,
  projectId: Id,
  cycleId: Id,
  taskId: maybe(Type.String({ ...Id, description: 'The task whose change was checked; null for the whole result' })),
  runId: Type.String({ ...Id, description: 'The run of the cycle.' }),
  filename,
  check: Type.String({ description: 'The check that left it', examples: ['end to end'] }),
  contentType: Type.String({
    description: 'Told from its bytes: a kind that no browser runs. HTML and SVG are text',
    examples: ['text/plain; charset=utf-8'],
  }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  sha256: Sha256,
  masked: Type.Boolean({
    description: 'Whether commands had secrets when it was written, so that they were looked for and replaced',
  }),
  createdAt: Time,
})

const noRootKey = {
  status: 503,
  code: 'links_unavailable',
  message: 'Addresses cannot be signed: SECRETS_ENCRYPTION_KEY is not set. The operator has to set it.',
} as const

export const listProjectArtifacts = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/artifacts',
  summary: 'List the artifacts of a project: the latest file of each name, newest first',
  reach: 'call',
  access: toThoseWho('view', 'project', 'params.id'),
  ...pagesOf(StoredArtifact),
  audit: { refusals: 'artifact.list' },
})

export const getProjectArtifactUrl = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/artifacts/{filename}',
  summary: 'Get a signed URL of a project’s latest artifact of this name, valid for five minutes',
  reach: 'call',
  access: toThoseWho('view', 'project', 'params.id'),
  replies: { 200: SignedArtifactUrl },
  errors: { noRootKey },
  audit: { refusals: 'artifact.get' },
})

export const listCycleArtifacts = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/artifacts',
  summary: 'List the artifacts of a cycle: the latest file of each name, newest first',
  reach: 'call',
  access: toThoseWho('view', 'cycle', 'params.id'),
  ...pagesOf(StoredArtifact),
  audit: { refusals: 'artifact.list' },
})

export const getCycleArtifactUrl = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/artifacts/{filename}',
  summary: 'Get a signed URL of a cycle’s latest artifact of this name, valid for five minutes',
  reach: 'call',
  access: toThoseWho('view', 'cycle', 'params.id'),
  replies: { 200: SignedArtifactUrl },
  errors: { noRootKey },
  audit: { refusals: 'artifact.get' },
})

// Agents write these files: a browser saves any of them and runs nothing of it on this origin.
export const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

export const downloadArtifact = operation({
  method: 'GET',
  path: '/v1/api/artifacts/{token}',
  summary: 'Download an artifact by its signed URL',
  reach: 'transfer',
  access: to('public'),
  workspace: 'none',
  effect: 'outside',
  replies: { 200: bytes('*/*', fileHeaders) },
  errors: {
    linkOver: {
      status: 404,
      code: 'artifact_link_not_found',
      message: 'This URL has expired, was altered, or its file was deleted. Request a new URL of the file.',
    },
  },
})

export const artifacts = contract({
  listProjectArtifacts,
  getProjectArtifactUrl,
  listCycleArtifacts,
  getCycleArtifactUrl,
  downloadArtifact,
})
