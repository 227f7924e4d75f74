export { deriveSetup, setupFilesAmong, type SetupOverrides, type SetupPlan } from './derive.ts'
export { setupFolder, type SetupFiles } from './phases.ts'
export { publicRegistries, type Ecosystem } from './public-registries.ts'
export { changedPackages, isLockFile, type PackageChange } from './packages.ts'
