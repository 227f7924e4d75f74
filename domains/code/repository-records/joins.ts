// Fragments for statements of other domains. Arguments are SQL: a column or a parameter.

/** True if a repository is the primary one of its project. */
export const isPrimaryRepository = (repositoryId: string): string =>
  `exists (select from repository r where r.id = ${repositoryId} and r.primary_since is not null)`

/** True if a repository is that of this full name, such as `acme/shop`. */
export const isRepositoryNamed = (repositoryId: string, fullName: string): string =>
  `exists (select from repository r where r.id = ${repositoryId} and r.detached_at is null
     and lower(r.full_name) = lower(${fullName}))`

/** A repository of a project, as statements about work in it need it. */
export interface RepositoryPlace {
  readonly projectId: string
  readonly repositoryId: string
  readonly isPrimary: boolean
}

/**
 * A fragment for statements with the parameters of a `RepositoryPlace`: whether work is in that repository.
 * `repositoryId` is SQL; rows of earlier versions name none, and theirs was the primary one.
 */
export const isInRepository = (repositoryId: string): string =>
  `(${repositoryId} = :repositoryId or (${repositoryId} is null and :isPrimary::boolean))`

/** Every repository with its host, its project and whether it has packs, including detached and purged ones. */
export const storedRepositories = `(select r.id, r.workspace_id, r.project_id, r.host, r.purged_at,
    exists (select from repository_pack pack where pack.repository_id = r.id) as has_packs
  from repository r)`
