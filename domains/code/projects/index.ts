export {
  accountOfProject,
  approvalHours,
  countOfAccount,
  hasLegacyGrant,
  isGranted,
  isInShownProjects,
  isLive,
  isShown,
  isSteered,
  projectName,
  type ProjectFilter,
  seenBy,
  shownTo,
  type Viewer,
  joinProjectOfHead,
  joinProjectWithNewHead,
} from './joins.ts'
export { presentProject, presentRepository } from './present.ts'
export {
  capsOfProjects,
  holdWorkspaceDefaults,
  putWorkspaceCaps,
  shareProject,
  shareWorkspaceDefaults,
  type WorkspaceCaps,
} from './store-caps.ts'
export { workspaceDefaults } from './store-policies.ts'
export { isReached } from './is-reached.ts'
export { createProject } from './create-project.ts'
export {
  advanceProjectHead,
  findProject,
  grantedProjects,
  liveProjectIds,
  lockProject,
  visibleProjects,
  workableProjectIds,
} from './store.ts'
export { repositoriesOfEarlierVersions, type EarlierRepository } from './store-stored.ts'
export {
  accountProjectPage,
  assignProjectToAccount,
  lockProjectWithAccount,
  projectPlaces,
  projectsOfAccount,
  removeProjectFromAccount,
  type AccountProject,
} from './store-accounts.ts'
export {
  findGrant,
  grantedPeoplePage,
  grantPage,
  holdProject,
  putGrant,
  removeGrant,
  removeSeatGrants,
  removeOwnGrants,
  type GrantSource,
  type GrantRow,
} from './store-grants.ts'
export type { ProjectRow, Runtime } from './tables.ts'
