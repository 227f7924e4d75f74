import { domain } from '../../domain.ts'
import type { SweepParts } from '../uploads/index.ts'
import { imports } from './contract.ts'
import routes from './handlers.ts'
import { importKind, importSessions, importsOf } from './store.ts'
import { scanKind, scansOf } from './store-scans.ts'
import { sweepImports } from './sweep-imports.ts'

export default domain({
  name: 'imports',
  contract: imports,
  handlers: routes,
  kinds: { import: importKind, import_scan: scanKind },
  schedules: (parts: SweepParts) => [
    { name: 'imports', everySeconds: 3_600, work: (context) => sweepImports(parts, context) },
  ],
  person: {
    exportIn: async (tx, { userId }) => ({
      imports: await importsOf(tx, userId),
      importScans: await scansOf(tx, userId),
    }),
    eraseIn: (tx, { userId }) => importSessions.forgetKeys(tx, userId),
  },
})
