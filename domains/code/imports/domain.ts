import { domain } from '../../domain.ts'
import { sweepSessions, type SweepParts } from '../bundles/index.ts'
import { imports } from './contract.ts'
import routes from './routes.ts'
import { importKind, importSessions, importsOf } from './store.ts'

export default domain({
  name: 'imports',
  contract: imports,
  handlers: routes,
  kinds: { import: importKind },
  schedules: (parts: SweepParts) => [
    { name: 'imports', everySeconds: 3_600, work: (context) => sweepSessions(parts, importSessions, context) },
  ],
  person: { exportIn: async (tx, { userId }) => ({ imports: await importsOf(tx, userId) }) },
})
