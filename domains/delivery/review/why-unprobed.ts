import { sentence } from '../sentences/index.ts'
import type { ProbeResult } from '../tasks/index.ts'

/** Why no probe ran over a change, as a sentence; undefined if one ran. */
export const whyUnprobed = (probes: readonly ProbeResult[] = []): string | undefined =>
  probes.some(({ outcome }) => outcome === 'ran') ? undefined : (probes[0]?.reason ?? sentence('probe_no_runner'))
