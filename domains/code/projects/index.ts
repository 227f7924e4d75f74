export { Project, projects } from './contract.ts'
export { presentProject } from './present.ts'
export { microsToUsd, nameFor, usdToMicros } from './rules.ts'
export {
  attachRepository,
  findProject,
  insertProject,
  lockProject,
  primaryRepository,
  setHeadRevision,
  visibleProjects,
} from './store.ts'
export type { ProjectRow, RepositoryRow, Runtime } from './tables.ts'
