import { runProgram } from './run-program.ts'
import { openSession } from './session.ts'

const words = process.argv.slice(2)
process.exitCode = await runProgram(openSession(words.includes('--json')), words)
