export { isNamedInRegistry, type ChangePlan } from './change.ts'
export type { DependencyChange } from './change-commands.ts'
export { checkFiles, derivedChecks, isBesideTests, toolByConfiguration, type CheckFiles } from './derived-checks.ts'
export { mirrorFor, setupFilesAmong, type SetupOverrides, type SetupPlan } from './derive.ts'
export { readChange, readNeedFacts, readPackageChanges, readSetup, unreadFilesSentence } from './in-thread.ts'
export {
  missingBrowserSentence,
  needFilesAmong,
  type NeedFacts,
  needsIn,
  needsOf,
  noNeedFacts,
  offeredSentence,
} from './needs.ts'
export { packagesVariable, type SetupFiles } from './phases.ts'
export { publicRegistries, type Ecosystem } from './public-registries.ts'
export type { PackageChange } from './packages.ts'
export { isLockFile } from '../../packages/lock-files/index.ts'
export { watches, watchesSentence } from './watching.ts'
export { launcherEcosystems, launcherMirror } from './launchers.ts'
