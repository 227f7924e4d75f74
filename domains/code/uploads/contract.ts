import { Type } from 'typebox'
import { conflict, keptBase64, keptJson } from '../../../platform/contract/index.ts'
import {
  CommitSha,
  Id,
  maybe,
  namedObject,
  oneOf,
  Sha256,
  text,
  Time,
  described,
} from '../../../platform/contract/schema.ts'
import { noVault } from '../secrets/contract/refusals.ts'
import { sessionStatuses } from './rules.ts'

export const bundleType = 'application/x-git-bundle'
export const folderType = 'application/x-tar'
export const manifestBodyBytes = 64 * 2 ** 20
export const bundleMostBytes = 5_368_709_120

const manifestPath = {
  path: Type.Optional(Type.String({ examples: ['src/index.ts'] })),
  pathBase64: Type.Optional(Type.String({ description: 'A path that is not UTF-8, instead of `path`.' })),
}
const ManifestFile = Type.Object({
  ...manifestPath,
  mode: Type.String({ examples: ['100644'] }),
  size: maybe(Type.Integer({ description: 'Bytes; null for a submodule.' })),
  blobSha: described(CommitSha, 'The object of the entry: a blob, or a submodule’s commit.'),
})
const ManifestFinding = Type.Object({
  ...manifestPath,
  rule: Type.String({ examples: ['private-key'] }),
  commitSha: CommitSha,
  line: Type.Integer({ description: 'The line of the secret; 1 for a file.' }),
})

/** The fields that a manifest needs; its files and findings are compared with the bundle once that has come. */
const Manifest = Type.Object({
  version: Type.Literal(1),
  commitSha: CommitSha,
  files: Type.Array(ManifestFile, { description: 'Every file of the commit, in the order of its path’s bytes.' }),
  protected: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), { maxItems: 10_000 }),
  findings: Type.Array(ManifestFinding, {
    description: 'Each secret of the history. `createProjectImportScan` returns the secrets that this server finds.',
  }),
})

/** The declaration of a bundle at the beginning of its session. */
export const declaredBundle = {
  bundleSha256: Sha256,
  bundleSize: Type.Integer({ minimum: 1, maximum: bundleMostBytes }),
  commitSha: CommitSha,
  manifest: keptJson(Manifest),
  manifestSha256: Sha256,
}

export const Rejections = Type.Object({
  fields: Type.Array(Type.Object({ path: Type.String(), message: Type.String(), rule: Type.String() })),
})

/** The fields of every session, beside why it ended. */
export const sessionFields = { id: Id, status: oneOf(sessionStatuses), expiresAt: Time, createdAt: Time }

export const UploadTarget = namedObject('UploadTarget', {
  method: Type.Literal('PUT'),
  path: Type.String(),
  contentType: Type.String({ examples: [bundleType] }),
  sizeBytes: Type.Integer(),
  sha256: Sha256,
})

export const UploadProgress = namedObject('UploadProgress', {
  id: Id,
  status: oneOf(sessionStatuses),
  offset: Type.Integer({ minimum: 0 }),
  sizeBytes: Type.Integer(),
})

export const UploadAccepted = namedObject('UploadAccepted', {
  id: Id,
  status: oneOf(sessionStatuses),
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

/** Refusals of a bundle's upload, for every purpose. */
export const uploadErrors = {
  offset: conflict({
    code: 'upload_offset',
    message: 'The upload has to continue at the offset in Upload-Offset. What has arrived is kept.',
    details: Type.Object({ offset: Type.Integer() }),
  }),
  notABundle: {
    status: 415,
    code: 'not_a_bundle',
    message: 'This is not a git bundle. Make one with git bundle create.',
  },
  mismatch: {
    status: 400,
    code: 'bundle_mismatch',
    message: 'The size or SHA-256 differs from the declared one. Nothing was kept; upload the declared bundle.',
    details: Type.Object({ sizeBytes: Type.Integer(), sha256: maybe(Sha256) }),
  },
  diskFull: {
    status: 503,
    code: 'storage_full',
    message:
      'The disk takes no upload: it is full or read-only. Nothing was kept; the operator has to free some space or make it writable.',
  },
} as const

/** The server was too slow to check a bundle; the same request can succeed later. */
export const checkTimeout = {
  status: 503,
  code: 'check_timeout',
  message: 'The server is too busy to check this content in time. Nothing was changed; try again in a while.',
  retryAfterSeconds: 30,
} as const

/** Why a bundle that was uploaded is not taken in, and the session stays. */
export const finalizeErrors = {
  notUploaded: conflict({
    code: 'bundle_missing',
    message: 'The bundle is missing: it was not uploaded yet, or is damaged. Upload it, then finalize.',
  }),
  noVault,
  diskFull: {
    status: 503,
    code: 'storage_full',
    message:
      'The bundle cannot be unpacked: the disk is full or read-only. Nothing was kept; the operator has to free some space or make it writable.',
  },
  checkTimeout,
} as const

export const keyReused = (what: string) =>
  conflict({
    code: 'idempotency_key_reused',
    message: `This idempotency key was used for another ${what} with a different payload. Use a new key.`,
  })
