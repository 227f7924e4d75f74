export {
  installRecord,
  unrecorded,
  type BuildEnd,
  type BuildRecord,
  type BuiltBase,
  type RecordBuild,
} from './build-record.ts'
export { logOf, outcomeOf, type CommandOutcome } from './command-end.ts'
export { readCommitFiles, setupFilesOf } from './commit-files.ts'
export { failedFetches } from './failed-fetches.ts'
export { fetchInto, hostsFor, mirrorAddress, mirrorsOf, withManifests } from './fetch-packages.ts'
export { worktreeEnvironment } from './install-packages.ts'
export { installTree, type InstallInput } from './install-tree.ts'
export type { PackageParts } from './parts.ts'
export { programsPath } from './programs-path.ts'
export { joinLogs, logMostChars, refusals, runPhase, type PhaseEnd } from './run-phase.ts'
export { contentHashOf, keysOf, setupsOf, type SetupKeys, type SetupSource } from './setup-keys.ts'
export { dropOldSetups } from './stored-setups.ts'
export { openEgress, withEgress, withSandbox, type SandboxFiles } from './with-sandbox.ts'
