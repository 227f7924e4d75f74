import { Type } from 'typebox'
import {
  bytes,
  contract,
  keptBase64,
  keptJson,
  operation,
  resource,
  sandboxesInUse,
  to,
} from '../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, oneOf, namedObject, Sha256, text, Time } from '../../../platform/contract/schema.ts'
import { Project } from '../projects/contract.ts'
import { importStatuses } from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    import: 'workspace'
  }
}

const bundleType = 'application/x-git-bundle'
const manifestBodyBytes = 64 * 2 ** 20
export const bundleMostBytes = 5_368_709_120

/** What a manifest has to say for itself; its files and findings are held against the bundle when that has come. */
const Manifest = Type.Object({
  version: Type.Literal(1),
  commitSha: CommitSha,
  protected: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() })),
})

export const CreateProjectImport = namedObject('CreateProjectImport', {
  bundleSha256: Sha256,
  bundleSize: Type.Integer({ minimum: 1, maximum: bundleMostBytes }),
  commitSha: CommitSha,
  defaultBranch: text(1, 200, { examples: ['main'] }),
  historyMode: oneOf(['preserve', 'abort_on_findings']),
  idempotencyKey: text(16, 200, { examples: ['shop-import-2026-03-04'] }),
  manifest: keptJson(Manifest),
  manifestSha256: Sha256,
  name: text(1, 200, { examples: ['Shop'] }),
  stack: text(1, 100, { examples: ['node'] }),
})

const Rejections = Type.Object({
  fields: Type.Array(Type.Object({ path: Type.String(), message: Type.String(), rule: Type.String() })),
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

const session = {
  id: Id,
  status: oneOf(importStatuses),
  expiresAt: Time,
  createdAt: Time,
  rejection: maybe(ImportRejection),
}
export const ProjectImportCreated = namedObject('ProjectImportCreated', {
  ...session,
  upload: namedObject('UploadTarget', {
    method: Type.Literal('PUT'),
    path: Type.String(),
    contentType: Type.String({ examples: [bundleType] }),
    sizeBytes: Type.Integer(),
    sha256: Sha256,
  }),
})
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
export const UploadAccepted = namedObject('UploadAccepted', {
  id: Id,
  status: oneOf(importStatuses),
  sha256: Sha256,
  sizeBytes: Type.Integer(),
})

const SecretEntry = Type.Object(
  { key: text(1, 512), source: text(1, 512), value: Type.String({ maxLength: 1_048_576 }) },
  { additionalProperties: false },
)
const ProtectedFile = Type.Object(
  {
    path: text(1, 4_096),
    mode: Type.String({ pattern: '^100(644|755|600)$', examples: ['100600'] }),
    contentBase64: keptBase64(),
    sha256: Sha256,
  },
  { additionalProperties: false },
)
export const FinalizeProjectImport = namedObject('FinalizeProjectImport', {
  protectedFiles: Type.Array(ProtectedFile, { maxItems: 1_000 }),
  secrets: Type.Object(
    { entries: Type.Optional(Type.Array(SecretEntry, { maxItems: 10_000 })) },
    { additionalProperties: false },
  ),
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
  errors: {
    keyReused: {
      status: 409,
      code: 'idempotency_key_reused',
      message: 'This idempotency key began another import, with another payload. Use a new key.',
    },
  },
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
  errors: {
    closed,
    notABundle: {
      status: 415,
      code: 'not_a_bundle',
      message: 'These bytes are no git bundle. Make one with git bundle create.',
    },
    mismatch: {
      status: 400,
      code: 'bundle_mismatch',
      message:
        'The bytes have another size or SHA-256 than was declared. Nothing was kept; upload the declared bundle.',
      details: Type.Object({ sizeBytes: Type.Integer(), sha256: maybe(Sha256) }),
    },
    diskFull: {
      status: 503,
      code: 'storage_full',
      message: 'There is no space left for the upload. Nothing was kept; the operator has to free some space.',
    },
  },
  audit: { action: 'import.upload', category: 'update' },
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
    notUploaded: {
      status: 409,
      code: 'bundle_missing',
      message: 'The bundle is not there: it was not uploaded yet, or is damaged. Upload it, then finalize.',
    },
    claimed: {
      status: 409,
      code: 'import_claimed',
      message: 'Another request is finalizing this import. Wait for its answer.',
    },
    expired: { status: 409, code: 'import_expired', message: 'This import has expired. Begin a new one.' },
    findings,
    rejected,
    sandboxesInUse,
    noVault: {
      status: 503,
      code: 'secrets_encryption_unavailable',
      message:
        'Secrets cannot be stored: SECRETS_ENCRYPTION_KEY is not set. The operator has to set it; trying again does not help.',
    },
    diskFull: {
      status: 503,
      code: 'storage_full',
      message: 'There is no space left to unpack the bundle. Nothing was kept; the operator has to free some space.',
    },
  },
  audit: { action: 'project.create', category: 'create', event: 'project.created' },
})

export const imports = contract({
  createProjectImport,
  getProjectImport,
  uploadProjectImportBundle,
  finalizeProjectImport,
})
