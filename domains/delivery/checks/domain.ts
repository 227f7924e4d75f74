import { domain } from '../../domain.ts'
import { removeChecks, checkLogsOf } from './store.ts'

export default domain({ name: 'checks', project: () => ({ purge: removeChecks }), runLogs: checkLogsOf })
