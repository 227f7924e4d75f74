import { Type } from 'typebox'
import { bytes, contract, operation, resource, sandboxesInUse, to } from '../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, namedObject, oneOf, Sha256, text, Time } from '../../../platform/contract/schema.ts'
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
} from '../bundles/contract.ts'
import { Project } from '../projects/contract.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    import: 'workspace'
  }
}

export const CreateProjectImport = namedObject('CreateProjectImport', {
  ...declaredBundle,
  defaultBranch: text(1, 200, { examples: ['main'] }),
  historyMode: oneOf(['preserve', 'abort_on_findings']),
  idempotencyKey: text(16, 200, { examples: ['shop-import-2026-03-04'] }),
  name: text(1, 200, { examples: ['Shop'] }),
  stack: text(1, 100, { examples: ['node'] }),
})

const findings = {
  status: 409,
  code: 'findings_present',
  message:
    'The history holds secrets, and this import was to stop in that case. It has ended. See fields; begin a new import with a new idempotency key.',
  details: Rejections,
} as const
const rejected = {
  status: 400,
  code: 'bundle_rejected',
  message:
    'The bundle cannot be imported, and this import has ended. See fields; correct the repository, then begin a new import with a new idempotency key.',
  details: Rejections,
} as const

/** Why a finalize is refused for good, by its code. */
export const rejections = { findings_present: findings, bundle_rejected: rejected } as const

export const ImportRejection = namedObject('ImportRejection', {
  code: oneOf(['bundle_rejected', 'findings_present']),
  message: Type.String(),
  fields: Rejections.properties.fields,
})

const session = { ...sessionFields, rejection: maybe(ImportRejection) }
export const ProjectImportCreated = namedObject('ProjectImportCreated', { ...session, upload: UploadTarget })
export const ProjectImportStatus = namedObject('ProjectImportStatus', {
  ...session,
  name: Type.String(),
  stack: Type.String(),
  defaultBranch: Type.String(),
  commitSha: CommitSha,
  historyMode: oneOf(['preserve', 'abort_on_findings']),
  projectId: maybe(Id),
  revisionId: maybe(Id),
  finalizedAt: maybe(Time),
})
export const ProjectImportFinalized = namedObject('ProjectImportFinalized', {
  importId: Id,
  project: Project,
  projectId: Id,
  revisionId: Id,
  generation: Type.Integer(),
  commitSha: CommitSha,
  manifestSha256: Sha256,
})

const closed = {
  status: 409,
  code: 'import_closed',
  message:
    'This import takes no upload any more: it is being finalized, is finalized, was rejected, or has expired. Begin a new one with a new idempotency key.',
} as const

export const createProjectImport = operation({
  method: 'POST',
  path: '/v1/api/imports',
  summary: 'Begin an import; the same idempotency key and payload give the session that is there',
  access: to('agency'),
  body: CreateProjectImport,
  bodyLimit: manifestBodyBytes,
  replay: 'own-key',
  replies: { 200: ProjectImportCreated, 201: ProjectImportCreated },
  errors: { keyReused: keyReused('import') },
  audit: { action: 'import.create', category: 'create' },
})

export const getProjectImport = operation({
  method: 'GET',
  path: '/v1/api/imports/{id}',
  summary: 'Read how an import stands',
  access: to('agency', resource('import', 'params.id')),
  replies: { 200: ProjectImportStatus },
  audit: { refusals: 'import.get' },
})

export const uploadProjectImportBundle = operation({
  method: 'PUT',
  path: '/v1/api/imports/{id}/bundle',
  summary: 'Upload the bundle of an import; its size and hash are checked as it passes',
  access: to('agency', resource('import', 'params.id')),
  body: bytes(bundleType),
  bodyLimit: bundleMostBytes,
  replay: false,
  effect: 'outside',
  replies: { 200: UploadAccepted },
  errors: { closed, ...uploadErrors },
  audit: { action: 'import.upload', category: 'update' },
})

export const getProjectImportUpload = operation({
  method: 'GET',
  head: true,
  path: '/v1/api/imports/{id}/bundle',
  summary: 'Read how much of the bundle of an import has arrived, to go on from there',
  access: to('agency', resource('import', 'params.id')),
  replies: { 200: UploadProgress },
  audit: { refusals: 'import.get_upload' },
})

export const finalizeProjectImport = operation({
  method: 'POST',
  path: '/v1/api/imports/{id}/finalize',
  summary: 'Check the bundle in a sandbox and make the project with its first revision',
  access: to('agency', resource('import', 'params.id')),
  body: FinalizeProjectImport,
  bodyLimit: manifestBodyBytes,
  replay: 'own-key',
  effect: 'outside',
  replies: { 200: ProjectImportFinalized, 201: ProjectImportFinalized },
  errors: {
    ...finalizeErrors,
    claimed: {
      status: 409,
      code: 'import_claimed',
      message: 'Another request is finalizing this import. Wait for its answer.',
    },
    expired: { status: 409, code: 'import_expired', message: 'This import has expired. Begin a new one.' },
    findings,
    rejected,
    sandboxesInUse,
  },
  audit: { action: 'project.create', category: 'create', event: 'project.created' },
})

export const imports = contract({
  createProjectImport,
  getProjectImport,
  uploadProjectImportBundle,
  getProjectImportUpload,
  finalizeProjectImport,
})
