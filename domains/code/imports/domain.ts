import { domain } from '../../domain.ts'
import { imports } from './contract.ts'
import { sweepImports, type SweepParts } from './jobs/sweep-imports.ts'
import routes from './routes.ts'
import { importKind } from './store.ts'
import { importsOf } from './store-expiry.ts'

export default domain({
  name: 'imports',
  contract: imports,
  handlers: routes,
  kinds: { import: importKind },
  schedules: (parts: SweepParts) => [
    { name: 'imports', everySeconds: 3_600, work: (context) => sweepImports(parts, context) },
  ],
  person: { exportIn: async (tx, { userId }) => ({ imports: await importsOf(tx, userId) }) },
})
