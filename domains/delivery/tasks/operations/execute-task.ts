import { handle } from '../../../../platform/handler/index.ts'
import { executeTask } from '../contract.ts'

export default handle(executeTask, async ({ fail }) => fail.noStandaloneRun())
