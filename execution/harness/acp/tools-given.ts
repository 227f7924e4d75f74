import type { HarnessDesktop } from '../job.ts'
import type { Workshop } from '../native/tools/index.ts'

/** What the program of tools works with, as its file has it. */
export type ToolsGiven = Pick<Workshop, 'root' | 'scratch' | 'limits' | 'web' | 'toolServers'> & {
  readonly desktop?: HarnessDesktop | undefined
}
