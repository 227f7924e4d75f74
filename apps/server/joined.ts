// What main.ts is where the sources are joined into few files, by build/main.ts.
import { traceSources } from './build/stack-traces.ts'

traceSources()
await import('./main.ts')
