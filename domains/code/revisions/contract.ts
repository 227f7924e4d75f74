import { Type } from 'typebox'
import {
  bytes,
  conflict,
  contract,
  keptJson,
  operation,
  sandboxesInUse,
  toAgencyWho,
} from '../../../platform/contract/index.ts'
import {
  anyObject,
  CommitSha,
  Id,
  maybe,
  namedObject,
  oneOf,
  pagesOf,
  Sha256,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import {
  bundleMostBytes,
  bundleType,
  declaredBundle,
  finalizeErrors,
  FinalizeProjectImport,
  keyReused,
  manifestBodyBytes,
  Rejections,
  sessionFields,
  UploadAccepted,
  uploadErrors,
  UploadProgress,
  UploadTarget,
} from '../uploads/contract.ts'

const ProjectRevisionHead = namedObject('ProjectRevisionHead', {
  revisionId: Id,
  projectId: Id,
  generation: Type.Integer({ minimum: 1 }),
  commitSha: CommitSha,
  branch: Type.String({ examples: ['main'] }),
  manifest: keptJson(anyObject({ description: 'Canonical manifest, RFC 8785' })),
  manifestSha256: Sha256,
  source: oneOf(['created', 'import', 'merge', 'upload', 'switch']),
  createdAt: Time,
})

export const ProjectRevision = namedObject('ProjectRevision', {
  revisionId: Id,
  generation: Type.Integer({ minimum: 1 }),
  commitSha: CommitSha,
  branch: Type.String({ examples: ['main'] }),
  manifestSha256: Sha256,
  source: oneOf(['created', 'import', 'merge', 'upload', 'switch']),
  cycleId: maybe(Id),
  createdAt: Time,
})

export const listProjectRevisions = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/revisions',
  summary: 'List the revisions of a project, newest first',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  ...pagesOf(ProjectRevision),
  audit: { refusals: 'revision.list' },
  reads: { revision: 'projectId' },
})

const repositoryBacked = conflict({
  code: 'repository_backed',
  message: 'This project is hosted on its code host, which has its revisions. Read them there.',
})
export const noHead = {
  status: 404,
  code: 'no_revision',
  message: 'This project has no revision yet. Import one first.',
} as const

export const getProjectRevisionHead = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/revisions/head',
  summary: 'Read the current revision and its canonical manifest',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: ProjectRevisionHead },
  errors: {
    noHead,
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
  reach: 'transfer',
  access: { ...toAgencyWho('manage', 'project', 'params.id'), scope: 'read' },
  effect: 'outside',
  replay: false,
  replies: { 200: bytes('application/x-git-bundle') },
  errors: {
    notHead: {
      status: 404,
      code: 'revision_not_head',
      message: 'This is not the current revision of the project. Read the head, and download that revision.',
    },
    repositoryBacked,
  },
  audit: { action: 'revision.download', category: 'export' },
})

export const noRevision = {
  status: 404,
  code: 'revision_not_found',
  message: 'This project has no such revision. List the revisions of the project.',
} as const

export const exportProjectRevision = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/revisions/{revisionId}/export',
  summary: 'Download any revision with the history before it as a git bundle',
  reach: 'transfer',
  access: { ...toAgencyWho('manage', 'project', 'params.id'), scope: 'read' },
  effect: 'outside',
  replay: false,
  replies: { 200: bytes('application/x-git-bundle') },
  errors: { noRevision, repositoryBacked },
  audit: { action: 'revision.export', category: 'export' },
})

const ProjectProtectedFiles = namedObject('ProjectProtectedFiles', {
  projectId: Id,
  revisionId: maybe(Id),
  generation: maybe(Type.Integer({ minimum: 1 })),
  protectedFiles: Type.Array(
    namedObject('KeptProtectedFile', {
      path: Type.String(),
      mode: Type.String({ examples: ['100600'] }),
      contentBase64: Type.String(),
      sha256: Sha256,
    }),
  ),
  secrets: Type.Object({
    entries: Type.Array(
      namedObject('KeptSecretEntry', { key: Type.String(), source: Type.String(), value: Type.String() }),
    ),
  }),
})

export const getProjectProtectedFiles = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/protected-files',
  summary: 'Read the protected files and clear-text secrets of a project, for a checkout',
  reach: { page: '/projects/{id}/environments' },
  access: { ...toAgencyWho('manage', 'project', 'params.id'), scope: 'write' },
  replies: { 200: ProjectProtectedFiles },
  errors: { repositoryBacked, noVault: finalizeErrors.noVault },
  audit: { action: 'secrets.exported', category: 'export', severity: 'notice' },
})

const CreateProjectRevisionUpload = namedObject('CreateProjectRevisionUpload', {
  ...declaredBundle,
  expectedRevisionId: Id,
  expectedGeneration: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  idempotencyKey: text(16, 200, { examples: ['laptop-2026-03-04-1530'] }),
})

const rejected = {
  status: 400,
  code: 'bundle_rejected',
  message:
    'The bundle was rejected, and this upload has ended. Correct the repository, then begin a new upload with a new idempotency key.',
  details: Rejections,
} as const
const notFastForward = conflict({
  code: 'not_fast_forward',
  message:
    'The head of the project is not in the history of the uploaded commit, and this upload has ended. Merge the head or rebase onto it, then begin a new upload.',
  details: Rejections,
})

/** Why a finalize is refused permanently, by its code. */
export const uploadRejections = { bundle_rejected: rejected, not_fast_forward: notFastForward } as const

export const ProjectRevisionUploadCreated = namedObject('ProjectRevisionUploadCreated', {
  ...sessionFields,
  projectId: Id,
  expectedRevisionId: Id,
  expectedGeneration: Type.Integer(),
  rejection: maybe(
    namedObject('RevisionRejection', {
      code: oneOf(['bundle_rejected', 'not_fast_forward']),
      message: Type.String(),
      fields: Rejections.properties.fields,
    }),
  ),
  upload: UploadTarget,
})

export const ProjectRevisionFinalized = namedObject('ProjectRevisionFinalized', {
  uploadId: Id,
  projectId: Id,
  revisionId: Id,
  generation: Type.Integer(),
  commitSha: CommitSha,
  manifestSha256: Sha256,
})

const headMoved = conflict({
  code: 'revision_moved',
  message: 'The project’s head has moved. Read the head, bring its changes into yours, then begin a new upload.',
})

export const createProjectRevisionUpload = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/revisions/uploads',
  summary:
    'Begin the upload of the next revision. A repeat with the same idempotency key and payload returns the existing upload',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  body: CreateProjectRevisionUpload,
  bodyLimit: manifestBodyBytes,
  replay: 'own-key',
  replies: { 200: ProjectRevisionUploadCreated, 201: ProjectRevisionUploadCreated },
  errors: {
    keyReused: keyReused('upload'),
    repositoryBacked,
    headMoved,
    // The specification declares it; an upload takes a sandbox when it is finalized, and none before.
    sandboxesInUse,
  },
  audit: { action: 'revision.begin', category: 'create' },
})

export const uploadProjectRevisionBundle = operation({
  method: 'PUT',
  path: '/v1/api/projects/{id}/revisions/uploads/{uploadId}/bundle',
  summary: 'Upload the bundle of a revision. Size and hash are verified',
  reach: 'transfer',
  access: toAgencyWho('manage', 'project', 'params.id'),
  body: bytes(bundleType),
  bodyLimit: bundleMostBytes,
  replay: false,
  effect: 'outside',
  replies: { 200: UploadAccepted },
  errors: {
    closed: conflict({
      code: 'upload_closed',
      message:
        'This upload no longer accepts a bundle: it is being finalized, is finalized, was rejected, or has expired. Begin a new one with a new idempotency key.',
    }),
    ...uploadErrors,
  },
  audit: { action: 'revision.upload', category: 'update' },
})

export const getProjectRevisionUpload = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/revisions/uploads/{uploadId}/bundle',
  summary: 'Read the status of a revision upload and how much of its bundle has arrived',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: UploadProgress },
  audit: { refusals: 'revision.get_upload' },
})

export const finalizeProjectRevisionUpload = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/revisions/uploads/{uploadId}/finalize',
  summary: 'Check the bundle in a sandbox and make its commit the head of the project',
  reach: { page: '/projects/{id}/environments', fields: ['protectedFiles.path', 'secrets.entries.key'] },
  access: toAgencyWho('manage', 'project', 'params.id'),
  body: FinalizeProjectImport,
  bodyLimit: manifestBodyBytes,
  replay: 'own-key',
  effect: 'outside',
  replies: { 200: ProjectRevisionFinalized, 201: ProjectRevisionFinalized },
  errors: {
    ...finalizeErrors,
    claimed: {
      status: 404,
      code: 'upload_claimed',
      message: 'Another request is finalizing this upload. Read the head of the project to see the outcome.',
    },
    expired: conflict({ code: 'upload_expired', message: 'This upload has expired. Begin a new one.' }),
    headMoved,
    taskActive: conflict({
      code: 'task_active',
      message:
        'An agent is working on this project. Finalize again when its task has been merged or waits for a person.',
    }),
    rejected,
    notFastForward,
    sandboxesInUse,
  },
  audit: { action: 'revision.create', category: 'create' },
})

export const revisions = contract({
  listProjectRevisions,
  getProjectRevisionHead,
  downloadProjectRevisionBundle,
  exportProjectRevision,
  getProjectProtectedFiles,
  createProjectRevisionUpload,
  uploadProjectRevisionBundle,
  getProjectRevisionUpload,
  finalizeProjectRevisionUpload,
})
