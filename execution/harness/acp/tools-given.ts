import type { HarnessDesktop } from '../job.ts'
import type { Workshop } from '../native/tools/index.ts'

/** The input of the program of tools, as its file has it. */
export type ToolsGiven = Pick<Workshop, 'root' | 'scratch' | 'limits' | 'web' | 'toolServers'> & {
  readonly desktop?: HarnessDesktop | undefined
}
