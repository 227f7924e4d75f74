import type { Engine } from '../../platform/jobs/index.ts'
import type { Database } from '../../platform/db/database.ts'

interface Instance {
  readonly database: Database
  readonly parts: { readonly engine: { readonly slots: Engine['slots'] } }
}

/** Takes every sandbox of a server that requests may have; gives what gives them back. */
export const takeRequestSlots = async (
  { database, parts: { engine } }: Instance,
  workspace: string,
): Promise<() => Promise<void>> => {
  const taken: string[] = []
  for (;;) {
    const answer = await database.within(workspace, (tx) => engine.slots.take(tx))
    if (!('slot' in answer)) break
    taken.push(answer.slot)
  }
  if (taken.length === 0) throw new Error('other requests have all sandboxes')
  return () =>
    database.within(workspace, async (tx) => {
      for (const slot of taken) await engine.slots.free(tx, slot)
    })
}
