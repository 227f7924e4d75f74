import type { SandboxUse } from '../../../platform/contract/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'

/** Does work in a sandbox, or returns the instance's budget if none is free; `anywhere` allows another machine. */
export const withSandboxSlot = async <T>(
  { database, engine: { slots } }: { readonly database: Database; readonly engine: Engine },
  workspace: string,
  work: (address: string | undefined) => Promise<T>,
  { anywhere = false } = {},
): Promise<{ readonly done: T } | ({ readonly done?: undefined } & SandboxUse)> => {
  const take = () => database.within(workspace, anywhere ? slots.takeAnywhere : slots.take)
  let taken = await take()
  if (!('slot' in taken) && (await slots.askForOne())) taken = await take()
  if (!('slot' in taken)) return taken
  const { slot, address } = { address: undefined, ...taken }
  try {
    return { done: await work(address) }
  } finally {
    await database.within(workspace, (tx) => slots.free(tx, slot)).catch(() => slots.abandon(slot))
  }
}
