import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'

interface SlotParts {
  readonly database: Database
  readonly engine: Engine
}

/** Does work that needs a sandbox, or gives the instance's budget if none is free. */
export const withSandboxSlot = async <T>(
  { database, engine }: SlotParts,
  workspace: string,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly done?: undefined; readonly active: number; readonly limit: number }> => {
  const take = () => database.within(workspace, (tx) => engine.slots.take(tx))
  let taken = await take()
  if (!('slot' in taken) && (await engine.slots.askForOne())) taken = await take()
  if (!('slot' in taken)) return taken
  try {
    return { done: await work() }
  } finally {
    await database
      .within(workspace, (tx) => engine.slots.free(tx, taken.slot))
      .catch(() => engine.slots.abandon(taken.slot))
  }
}
