// What main.ts is where the sources are joined into few files, by build/main.ts: those of run.ts are scripts.
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { openScripts } from './build/scripts.ts'
import { traceSources } from './build/stack-traces.ts'
import type * as Run from './run.ts'

traceSources()
// Where Node itself keeps what it compiled for this user, this Node and these flags.
const compiled = getCompileCacheDir()
const scripts = openScripts(dirname(process.argv[1]!), compiled === undefined ? undefined : join(compiled, 'joined'))
const { runServer } = scripts.load('run.cjs') as typeof Run
// What cannot be kept, on a full disk say, costs the next start a moment.
await runServer(() => void scripts.keep().catch(() => undefined))
