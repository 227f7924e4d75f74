import { heldProcesses } from '../runs/held-commands.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

const counts = {
  slots: 'select count(*)::int as n from sandbox_slot',
  waiting: 'select count(*)::int as n from sandbox_wait',
  parked: 'select count(*)::int as n from run_parked',
  cancels: 'select count(*)::int as n from step_cancel',
  jobs: 'select count(*)::int as n from queue.job',
  liveSteps: `select count(*)::int as n from run_step where status in ('queued', 'running', 'parked')`,
  openCalls: `select count(*)::int as n from model_call where status = 'open'`,
  reservedMicros: 'select coalesce(sum(reserved_micros), 0)::int as n from budget',
}

/** The rest that runs may leave on this server, in tables and on disk: empty, once they are over. */
export const leftovers = async (server: TestServer): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = { worktrees: await server.parts.repositories.worktrees.list() }
  for (const [name, text] of Object.entries(counts)) found[name] = (await asOwner(server, text))[0]!.n
  found.commands = await heldProcesses(server)
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== 0 && !isEmpty(value)))
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
