import { table, type RowOf } from '../../../platform/db/table.ts'

export const repository = table(
  'repository',
  {
    id: 'uuid',
    projectId: 'uuid',
    host: 'text',
    fullName: 'text?',
    label: 'text?',
    defaultBranch: 'text',
    primarySince: 'timestamptz?',
    attached: 'bool',
  },
  { workspaceId: 'uuid', createdAt: 'timestamptz', detachedAt: 'timestamptz?', purgedAt: 'timestamptz?' },
)
export type RepositoryRow = RowOf<typeof repository, { host: 'native-repos' | 'codehost' }>

/** A branch or a tag of a repository on this host. */
export const repositoryRef = table('repository_ref', {
  workspaceId: 'uuid',
  repositoryId: 'uuid',
  name: 'text',
  sha: 'text',
})

/** A pack of such a repository in the object store. */
export const repositoryPack = table('repository_pack', {
  workspaceId: 'uuid',
  repositoryId: 'uuid',
  name: 'text',
  objectId: 'uuid',
  packBytes: 'int8',
  packSha256: 'text',
  indexBytes: 'int8',
  indexSha256: 'text',
  createdAt: 'timestamptz',
  prunedAt: 'timestamptz?',
})
