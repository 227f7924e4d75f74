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
export { changeWorkspaceCaps, shareProject, shareWorkspaceDefaults } from './caps.ts'
export type { WorkspaceCaps } from './store-caps.ts'
export { capsOfProjects, workspaceDefaults } from './store-defaults.ts'
export {
  findProject,
  grantedProjects,
  isReached,
  liveProjectIds,
  visibleProjects,
  workableProjectIds,
} from './store.ts'
export { createProject } from './create-project.ts'
export { advanceProjectHead, lockProject } from './handlers.ts'
export { joinAccount, leaveAccount, removeGrant, removeOwnGrants, shareWith } from './sharing.ts'
export { accountProjectPage, projectPlaces, projectsOfAccount } from './store-accounts.ts'
export { grantedPeoplePage, grantPage, type GrantRow, type GrantSource } from './store-grants.ts'
export type { ProjectRow, Runtime } from './tables.ts'
