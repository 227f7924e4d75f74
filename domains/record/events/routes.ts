import { implement } from '../../../platform/contract/index.ts'
import { events } from './contract.ts'
import listEvents from './operations/list-events.ts'

export default implement(events, { listEvents })
