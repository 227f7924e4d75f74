import { handle } from '../../../../platform/contract/index.ts'
import { executeTask } from '../contract.ts'

export default handle(executeTask, async ({ fail }) => fail.noStandaloneRun())
