import { domain } from '../../domain.ts'
import { removeChecks } from './store.ts'
import { checkLogsOf } from './store-trace.ts'

export default domain({
  name: 'checks',
  project: () => ({ purge: removeChecks }),
  runLogs: checkLogsOf,
})
