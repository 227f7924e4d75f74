import type { FastifyBaseLogger } from 'fastify'
import { cycleWorkflow } from '../../domains/delivery/cycles/index.ts'
import type { SandboxLimits } from '../../execution/sandbox/index.ts'
import type { Configuration } from '../../platform/configuration/index.ts'
import { createEngine, type Engine } from '../../platform/jobs/index.ts'
import { openAgents, type Agents } from './agents.ts'
import { closer, type Closer } from './closer.ts'
import { openFoundation, type Foundation } from './foundation.ts'
import { openLinks, type Links } from './links.ts'

/** Everything that operations and jobs work with, wired together once. */
export interface Parts extends Foundation, Agents, Links, Closer {
  readonly sandboxLimits: SandboxLimits
  readonly engine: Engine
}

/** Opens the parts in the order in which they need each other; a failure closes what was open. */
export const openParts = async (configuration: Configuration, log: FastifyBaseLogger): Promise<Parts> => {
  const closing = closer()
  try {
    const foundation = await openFoundation(configuration, log, closing)
    const agents = openAgents(configuration, foundation, log, closing)
    return {
      ...foundation,
      ...agents,
      ...openLinks(configuration.listen.publicUrl),
      ...openWork(configuration, { ...foundation, ...agents }, log, closing),
      ...closing,
    }
  } catch (error) {
    await closing.close()
    throw error
  }
}

const openWork = (
  { sandbox, caps, work }: Configuration,
  parts: Foundation & Agents,
  log: FastifyBaseLogger,
  closing: Closer,
): Pick<Parts, 'sandboxLimits' | 'engine'> => {
  const { egressHosts, limit, driver: _driver, ...sandboxLimits } = sandbox
  const workflows = [cycleWorkflow({ ...parts, sandboxLimits, egressHosts, caps })]
  const leaseSeconds = work.stepLeaseSeconds
  const { database, telemetry } = parts
  const engine = createEngine({ database, workflows, sandboxes: { limit }, log, leaseSeconds, telemetry })
  closing.onClose(() => engine.stop())
  const { name, enforced } = parts.sandboxes
  log.info({ driver: name, enforced }, `Sandboxes are made with ${name}`)
  return { sandboxLimits, engine }
}
