// What the native agent's program is where the sources are joined into few files, by build/main.ts.
import { traceSources } from './build/stack-traces.ts'

traceSources()
await import('../../execution/harness/native/main.ts')
