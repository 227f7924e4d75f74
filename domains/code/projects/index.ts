export {
  countOfAccount,
  hasLegacyGrant,
  isGranted,
  isLive,
  isShown,
  isSteered,
  projectName,
  shownTo,
  whoseHeadIs,
} from './joins.ts'
export { presentProject } from './present.ts'
export { capOfProject, microsToUsd, nameFor } from './rules.ts'
export {
  attachRepository,
  findProject,
  insertProject,
  liveProjectIds,
  lockProject,
  primaryRepository,
  repositoriesOf,
  setHeadRevision,
  visibleProjects,
} from './store.ts'
export { knowsRepositories } from './store-deletion.ts'
export {
  accountProjectPage,
  lockProjectWithAccount,
  setProjectAccount,
  projectsOfAccount,
  type AccountProject,
} from './store-accounts.ts'
export {
  findGrant,
  grantPage,
  holdProject,
  putGrant,
  removeGrant,
  removeSeatGrants,
  removeOwnGrants,
  type GrantSource,
  type GrantRow,
} from './store-grants.ts'
export type {
  ProjectRow,
  RepositoryRow,
  ReviewPolicy,
  Runtime,
  ModelReviewing,
  PackagesPolicy,
  WebChoice,
} from './tables.ts'
