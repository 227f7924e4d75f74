export { importSessions } from './store.ts'
export { findScan, manifestOfScan, takeScanById } from './store-scans.ts'
export type { ScanRow } from './tables.ts'
