export type { HistoryFinding, Manifest, ManifestFile, ManifestOptions, ProtectedPath } from './manifest.ts'
export type * from './repositories.ts'
