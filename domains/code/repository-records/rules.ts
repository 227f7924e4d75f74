import type { RepositoryRow } from './tables.ts'

/** True if the history of a repository belongs to a code host, which then has its revisions. */
export const isOnCodeHost = (repository: Pick<RepositoryRow, 'fullName'> | undefined): boolean =>
  repository !== undefined && repository.fullName !== null
