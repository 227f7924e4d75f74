import { Type } from 'typebox'
import {
  anyObject,
  bytes,
  conflict,
  contract,
  keptJson,
  operation,
  resource,
  sandboxesInUse,
  to,
} from '../../../platform/contract/index.ts'
import {
  CommitSha,
  Id,
  maybe,
  namedObject,
  nameText,
  oneOf,
  Sha256,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import {
  bundleMostBytes,
  bundleType,
  folderType,
  declaredBundle,
  checkTimeout,
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
import { Project } from '../projects/contract.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    import: 'workspace'
    import_scan: 'workspace'
  }
}

export const CreateProjectImport = namedObject('CreateProjectImport', {
  ...declaredBundle,
  defaultBranch: text(1, 200, { examples: ['main'] }),
  historyMode: oneOf(['preserve', 'abort_on_findings']),
  idempotencyKey: text(16, 200, { examples: ['shop-import-2026-03-04'] }),
  name: nameText(200, { examples: ['Shop'] }),
  stack: text(1, 100, { examples: ['node'] }),
})

const findings = conflict({
  code: 'findings_present',
  message:
    'The history contains secrets or files that should not be in it, and this import is set to stop on findings. It has ended. Begin a new import with a new idempotency key.',
  details: Rejections,
})
const rejected = {
  status: 400,
  code: 'bundle_rejected',
  message:
    'The bundle cannot be imported, and this import has ended. Correct the repository, then begin a new import with a new idempotency key.',
  details: Rejections,
} as const

/** Why a finalize is refused permanently, by its code. */
export const rejections = { findings_present: findings, bundle_rejected: rejected } as const

const ImportRejection = namedObject('ImportRejection', {
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

const ScannedFinding = namedObject('ScannedFinding', {
  path: Type.String(),
  rule: Type.String(),
  commitSha: CommitSha,
  line: Type.Integer(),
  masked: Type.String(),
  status: oneOf(['current', 'past', 'example']),
})
const LeftOutPath = namedObject('LeftOutPath', { path: Type.String(), reason: Type.String(), files: Type.Integer() })
export const ProjectImportScan = namedObject('ProjectImportScan', {
  id: Id,
  source: oneOf(['bundle', 'folder']),
  defaultBranch: Type.String(),
  commitSha: CommitSha,
  bundleSha256: Sha256,
  bundleSize: Type.Integer(),
  manifest: keptJson(anyObject({ description: 'Canonical manifest, RFC 8785' })),
  manifestSha256: Sha256,
  protected: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() })),
  findings: Type.Array(ScannedFinding),
  findingsTotal: Type.Integer(),
  leftOut: Type.Array(LeftOutPath),
  leftOutTotal: Type.Integer(),
  createdAt: Time,
  expiresAt: Time,
})

const closed = conflict({
  code: 'import_closed',
  message:
    'This import no longer accepts an upload: it is being finalized, is finalized, was rejected, or has expired. Begin a new one with a new idempotency key.',
})

export const createProjectImport = operation({
  method: 'POST',
  path: '/v1/api/imports',
  summary: 'Begin an import. A repeat with the same idempotency key and payload returns the existing session',
  reach: 'call',
  access: to('agency'),
  body: CreateProjectImport,
  bodyLimit: manifestBodyBytes,
  replay: 'own-key',
  replies: { 200: ProjectImportCreated, 201: ProjectImportCreated },
  errors: { keyReused: keyReused('import') },
  audit: { action: 'import.create', category: 'create' },
})

/** How a scan is refused, wherever the code comes from. */
const scanErrors = {
  rejected: {
    status: 400,
    code: 'scan_rejected',
    message: 'An import would reject this. Correct the repository or folder, then scan it again.',
    details: Rejections,
  },
  diskFull: uploadErrors.diskFull,
  checkTimeout,
  sandboxesInUse,
} as const

/** Errors of a scan of code that the server fetches. */
export const fetchedScanErrors = {
  ...scanErrors,
  fetchFailed: {
    status: 502,
    code: 'git_fetch_failed',
    message: 'The repository was not fetched. Nothing was changed.',
    details: Type.Object({
      error: Type.String({ description: 'The error of the server, or why it was not reached.' }),
    }),
  },
  noRepository: conflict({
    code: 'git_repository_absent',
    message:
      'No repository can be read there. Look at the name. A private repository needs a code host that the workspace is connected to.',
  }),
  noBranch: conflict({
    code: 'git_branch_absent',
    message: 'The repository has no such branch, or no commit yet. Name a branch with commits.',
  }),
} as const

export const fetchedBranch = Type.Optional(
  text(1, 200, { examples: ['main'], description: 'The branch to fetch; without it the default branch.' }),
)

export const createProjectImportScan = operation({
  method: 'POST',
  path: '/v1/api/imports/scans',
  summary: 'Scan a bundle, or a folder that becomes one commit, before importing it',
  reach: 'transfer',
  access: to('agency'),
  query: Type.Object({ branch: Type.Optional(text(1, 200)) }, { additionalProperties: false }),
  body: { ...bytes(bundleType), also: [folderType] },
  bodyLimit: bundleMostBytes,
  replay: false,
  effect: 'outside',
  replies: { 201: ProjectImportScan },
  errors: {
    neither: {
      status: 415,
      code: 'not_a_bundle_or_tar',
      message: 'These bytes are neither a git bundle nor a tar archive. Make one with git bundle create, or with tar.',
    },
    ...scanErrors,
  },
  audit: { action: 'import.scan', category: 'execute' },
})

export const scanGitAddress = operation({
  method: 'POST',
  path: '/v1/api/imports/scans/git',
  summary: 'Fetch a branch of a public git repository with its history, and scan it before importing it',
  reach: { page: '/projects/new' },
  access: to('agency'),
  body: namedObject('ScanGitAddress', {
    url: text(1, 2_048, {
      examples: ['https://git.example.com/acme/shop'],
      description: 'A public https address that git clones without a password.',
    }),
    branch: fetchedBranch,
  }),
  effect: 'outside',
  replies: { 201: ProjectImportScan },
  errors: fetchedScanErrors,
  audit: { action: 'import.scan', category: 'execute' },
})

export const getProjectImportScan = operation({
  method: 'GET',
  path: '/v1/api/imports/scans/{id}',
  summary: 'Read a scan. It is kept for an hour, or until an import uses it',
  reach: 'call',
  access: to('agency', resource('import_scan', 'params.id')),
  replies: { 200: ProjectImportScan },
  audit: { refusals: 'import.get_scan' },
})

export const getProjectImport = operation({
  method: 'GET',
  path: '/v1/api/imports/{id}',
  summary: 'Read the status of an import',
  reach: 'call',
  access: to('agency', resource('import', 'params.id')),
  replies: { 200: ProjectImportStatus },
  audit: { refusals: 'import.get' },
})

export const uploadProjectImportBundle = operation({
  method: 'PUT',
  path: '/v1/api/imports/{id}/bundle',
  summary: 'Upload the bundle of an import. Size and hash are verified',
  reach: 'transfer',
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
  path: '/v1/api/imports/{id}/bundle',
  summary: 'Read how much of an import’s bundle has arrived, to resume the upload',
  reach: 'call',
  access: to('agency', resource('import', 'params.id')),
  replies: { 200: UploadProgress },
  audit: { refusals: 'import.get_upload' },
})

export const finalizeProjectImport = operation({
  method: 'POST',
  path: '/v1/api/imports/{id}/finalize',
  summary: 'Check the bundle in a sandbox and create the project with its first revision',
  reach: { page: '/projects', fields: ['protectedFiles.path', 'secrets.entries.key'] },
  access: to('agency', resource('import', 'params.id')),
  body: FinalizeProjectImport,
  bodyLimit: manifestBodyBytes,
  replay: 'own-key',
  effect: 'outside',
  replies: { 200: ProjectImportFinalized, 201: ProjectImportFinalized },
  errors: {
    ...finalizeErrors,
    claimed: conflict({
      code: 'import_claimed',
      message: 'Another request is finalizing this import. Wait for its answer.',
    }),
    expired: conflict({ code: 'import_expired', message: 'This import has expired. Begin a new one.' }),
    findings,
    rejected,
    sandboxesInUse,
  },
  audit: { action: 'project.create', category: 'create' },
})

export const imports = contract({
  createProjectImport,
  createProjectImportScan,
  scanGitAddress,
  getProjectImportScan,
  getProjectImport,
  uploadProjectImportBundle,
  getProjectImportUpload,
  finalizeProjectImport,
})
