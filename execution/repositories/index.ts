export { writeBare } from './bare.ts'
export { emptyTree } from './compare.ts'
export { bundle, commitBundle, type BundleOptions } from './bundle.ts'
export { CheckTimeoutError, isCheckTimeout } from './check-timeout.ts'
export { branchesOf, looksLikeBundle, readBundleHeader, usualBranch } from './bundle-header.ts'
export { type CommitLimits, TooManyChangesError } from './commit-worktree.ts'
export {
  git,
  type GitAnswer,
  type GitCall,
  GitError,
  GitMemoryError,
  RepositoryDamagedError,
  type RunningGit,
  splitNul,
  streamGit,
} from './git.ts'
export { type EarlierRepositories, openEarlierRepositories } from './earlier-repositories.ts'
export { commitFolder, type FolderCommit } from './folder-commit.ts'
export type { LeftOutPath } from './folder-paths.ts'
export { fileRules } from './file-rules.ts'
export { type FileAt } from './blobs.ts'
export { type HistoryFinding, HistoryTooLargeError, scanHistory, type ShownFinding } from './history.ts'
export {
  emptyManifest,
  type Manifest,
  type ManifestFile,
  manifestOf,
  type ManifestOptions,
  type ProtectedPath,
  type ScannedHistory,
  sealManifest,
} from './manifest.ts'
export { manifestInThread, type ManifestResult } from './manifest-thread.ts'
export { openRepositories } from './open-repositories.ts'
export { openPackStore, type PackStore } from './pack-store.ts'
export {
  type KnownPack,
  PackLostError,
  type PackRecords,
  type PackReplacement,
  RepositoryAbsentError,
  type StoredPack,
} from './packs.ts'
export { caseClashes, forbiddenPath, type TreePath } from './paths.ts'
export { foldersOfOthers, protectedMostBytes, reasonForFile, reasonForName } from './protected-rules.ts'
export { isBranchName, isSha, type Ref } from './refs.ts'
export type * from './repositories.ts'
export type {
  LineCounts,
  LiveChange,
  LiveChanges,
  LiveChangesOptions,
  LiveFile,
  LiveFileOptions,
  RepositoryReads,
} from './repository-reads.ts'
export { type ScanBatch, type Scanner, ScanTimeoutError, withScanner } from './scan.ts'
export { scannable, searchedPieces } from './scannable.ts'
export { maskSecrets } from './mask-secrets.ts'
export type { TextFinding } from './secret-rules.ts'
export { TreeTooLargeError } from './tree.ts'
export { flushPkt, pktLine, type PktReader, openPktReader, PktError, sideband } from './pkt-line.ts'
export { readPushRequest, type PushRequest, type RefCommand, TooManyRefsError } from './push-request.ts'
export { GitRequestError, type ServedHistory } from './serve-history.ts'
export { branchHeadFaults, branchHeadLimits } from './branch-head.ts'
