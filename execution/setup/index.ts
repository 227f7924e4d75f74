export { isNamedInRegistry, planChange, type ChangePlan } from './change.ts'
export type { DependencyChange } from './change-commands.ts'
export { checkFiles, derivedChecks, isBesideTests, type CheckFiles } from './derived-checks.ts'
export { deriveSetup, setupFilesAmong, type SetupOverrides, type SetupPlan } from './derive.ts'
export { jsonObject } from './json-object.ts'
export {
  databasesOf,
  missingBrowserSentence,
  needFilesAmong,
  needsIn,
  needsOf,
  offeredSentence,
  servicesOf,
} from './needs.ts'
export { setupFolder, type SetupFiles } from './phases.ts'
export { publicRegistries, type Ecosystem } from './public-registries.ts'
export { changedPackages, isLockFile, type PackageChange } from './packages.ts'
export { changedOrigins, hasOrigins, type ChangedOrigin } from './locks/changed-origins.ts'
export { launcherEcosystems, launcherMirror } from './launchers.ts'
