export { nameTaken, Project, projects } from './contract.ts'
export type { EndWork } from './operations/delete-project.ts'
export { presentProject } from './present.ts'
export { microsToUsd, namesFor, usdToMicros } from './rules.ts'
export {
  attachRepository,
  findProject,
  firstFreeName,
  insertProject,
  lockNames,
  lockProject,
  markPurged,
  nativeRepositoryIds,
  primaryRepository,
  projectKind,
  projectNamed,
  purgeableProjects,
  removeGrants,
  setHeadRevision,
  visibleProjects,
} from './store.ts'
export type { ProjectRow, RepositoryRow, Runtime } from './tables.ts'
