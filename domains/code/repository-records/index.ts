export {
  isInRepository,
  isPrimaryRepository,
  isRepositoryNamed,
  storedRepositories,
  type RepositoryPlace,
} from './joins.ts'
export {
  findRepository,
  primaryRepository,
  repositoriesOf,
  repositoriesOnOwnHost,
  repositoryOfWork,
} from './store-repositories.ts'
export {
  attachRepository,
  changeRepository,
  claimPrimaryRepository,
  detachRepositories,
  detachRepository,
  shareLockPrimaryRepository,
  makePrimary,
  nameOnCodeHost,
} from './attached.ts'
export { branchesAndTags, findRef, findRunRef, namedObjects, type RepositoryRef } from './store-refs.ts'
export { moveRef, recordRefs, type RefMove, removeContent } from './refs.ts'
export { openPackRecords } from './pack-records.ts'
export { recordPacks } from './record-packs.ts'
export type { RepositoryRow } from './tables.ts'
