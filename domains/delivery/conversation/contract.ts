import { contract } from '../../../platform/contract/index.ts'
import { listCycleMessages, sendCycleMessage } from './contract/cycle.ts'
import { getProjectThreads, listProjectMessages, sendProjectMessage } from './contract/project.ts'

export { CycleTurn, listCycleMessages, sendCycleMessage, WireMessage } from './contract/cycle.ts'
export { getProjectThreads, listProjectMessages, ProjectThreads, sendProjectMessage } from './contract/project.ts'

export const conversation = contract({
  listCycleMessages,
  sendCycleMessage,
  listProjectMessages,
  sendProjectMessage,
  getProjectThreads,
})
