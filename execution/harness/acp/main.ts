import { runProgram } from '../program.ts'

await runProgram(() => import('./run-job.ts'))
