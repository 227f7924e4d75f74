import { runProgram } from '../program.ts'

await runProgram(() => import('./loop.ts'))
