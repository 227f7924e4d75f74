export { writeBare } from './bare.ts'
export { workFactsOf, type WorkFacts } from './reads/work-facts.ts'
export { emptyTree } from './reads/compare.ts'
export { bundle, commitBundle, type BundleOptions } from './bundles/bundle.ts'
export { CheckTimeoutError, isCheckTimeout } from './bundles/untrusted.ts'
export { branchesOf, looksLikeBundle, readBundleHeader, usualBranch } from './bundles/bundle-header.ts'
export { TooManyChangesError } from './worktrees/commit-worktree.ts'
export {
  git,
  type GitCall,
  GitError,
  GitMemoryError,
  RepositoryDamagedError,
  type RunningGit,
  splitNul,
  streamGit,
} from './git.ts'
export { judgeMerge } from './commits/holds-change.ts'
export { commitFolder, type FolderCommit } from './commits/folder-commit.ts'
export type { LeftOutPath } from './commits/folder-paths.ts'
export { fileRules } from './worktrees/file-rules.ts'
export { type FileAt } from './reads/blobs.ts'
export type { LineOrigin } from './reads/line-origins.ts'
export {
  type FindingStatus,
  type HistoryFinding,
  HistoryTooLargeError,
  scanHistory,
  type ShownFinding,
} from './commits/history.ts'
export {
  emptyManifest,
  type Manifest,
  manifestOf,
  type ManifestOptions,
  type ProtectedPath,
  type ScannedHistory,
  sealManifest,
} from './bundles/manifest.ts'
export { manifestInThread, type ManifestResult } from './bundles/manifest-thread.ts'
export { storedFor } from './bundles/quarantine.ts'
export { showCommit } from './protocol/visible-history.ts'
export { openRepositories } from './open-repositories.ts'
export { openPackStore, type PackStore } from './packs/pack-store.ts'
export {
  keysOf,
  type KnownPack,
  PackLostError,
  type PackRecords,
  type PackReplacement,
  RepositoryAbsentError,
  type StoredPack,
} from './packs/packs.ts'
export { caseClashes, forbiddenPath, prefixesOf, type TreePath, treePathOf } from './paths.ts'
export { foldersOfOthers, protectedMostBytes, reasonForFile, reasonForName } from './worktrees/protected-rules.ts'
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
} from './reads/repository-reads.ts'
export { type ScanBatch, type Scanner, ScanTimeoutError, withScanner } from './scans/scan.ts'
export { scannable, searchedPieces } from './scans/scannable.ts'
export { maskSecrets } from './scans/mask-secrets.ts'
export type { TextFinding } from './scans/secret-rules.ts'
export { TreeTooLargeError } from './reads/tree.ts'
export { flushPkt, pktLine, pktLines, type PktReader, openPktReader, PktError, sideband } from './protocol/pkt-line.ts'
export { readPushRequest, type PushRequest, type RefCommand, TooManyRefsError } from './protocol/push-request.ts'
export { GitRequestError, type ServedHistory } from './protocol/serve-history.ts'
export { branchHeadFaults, branchHeadLimits } from './reads/branch-head.ts'
