import { table, type RowOf } from '../../../platform/db/table.ts'
import type { ImageBuildCause, ImageBuildKind, ImageBuildStatus } from './rules.ts'

export const imageBuild = table(
  'image_build',
  {
    id: 'uuid',
    projectId: 'uuid',
    repositoryId: 'uuid',
    commitSha: 'text',
    kind: 'text',
    cause: 'text',
    contentHash: 'text',
    status: 'text',
    error: 'text?',
    log: 'text',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
    uses: 'int4',
    usedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', runId: 'uuid', stepSeq: 'int4', stepAttempt: 'int4' },
)
export type ImageBuildRow = RowOf<
  typeof imageBuild,
  { kind: ImageBuildKind; cause: ImageBuildCause; status: ImageBuildStatus }
>

export type CredentialKind = 'terminal' | 'desktop'

export const connectionCredential = table('connection_credential', {
  name: 'text',
  workspaceId: 'uuid',
  kind: 'text',
  passwordSha256: 'bytea',
  entrant: 'jsonb',
  tries: 'int4',
  expiresAt: 'timestamptz',
})
