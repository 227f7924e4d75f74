export { nameTaken, Project, projects } from './contract.ts'
export { presentProject } from './present.ts'
export { microsToUsd, namesFor, usdToMicros } from './rules.ts'
export {
  attachRepository,
  findProject,
  firstFreeName,
  insertProject,
  lockNames,
  lockProject,
  primaryRepository,
  projectNamed,
  setHeadRevision,
  visibleProjects,
} from './store.ts'
export type { ProjectRow, RepositoryRow, Runtime } from './tables.ts'
