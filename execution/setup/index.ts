export { isNamedInRegistry, type ChangePlan } from './change.ts'
export type { DependencyChange } from './change-commands.ts'
export { checkFiles, derivedChecks, isBesideTests, type CheckFiles } from './derived-checks.ts'
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
export { setupFolder, type SetupFiles } from './phases.ts'
export { publicRegistries, type Ecosystem } from './public-registries.ts'
export { isLockFile, type PackageChange } from './packages.ts'
export { changedOrigins, hasOrigins, type ChangedOrigin } from './locks/changed-origins.ts'
export { launcherEcosystems, launcherMirror } from './launchers.ts'
