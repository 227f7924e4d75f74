import { isRevoked, onRevocation } from './revocations.ts'

const rememberedMs = 5_000
const rememberedMost = 10_000

interface Row {
  readonly userId: string
  readonly workspaceId: string | null
  readonly expiresAt: Date | null
}

/** Remembers for five seconds, and never past a row's own end; a revocation takes out whom it is about. */
export const openCredentialCache = <R extends Row>() => {
  const remembered = new Map<string, { readonly row: R; readonly untilMs: number }>()
  let revocations = 0
  const stop = onRevocation((revocation) => {
    revocations += 1
    for (const [name, { row }] of remembered) if (isRevoked(revocation, row)) remembered.delete(name)
  })
  const remember = (name: string, row: R) => {
    if (remembered.size >= rememberedMost) remembered.clear()
    remembered.set(name, { row, untilMs: Math.min(Date.now() + rememberedMs, row.expiresAt?.getTime() ?? Infinity) })
  }
  return {
    /** Returns the row of that name; calls `read` if it is not cached. A row that `isKept` refuses is read again. */
    find: async (
      name: string,
      read: () => Promise<R | undefined>,
      isKept: (row: R) => boolean = () => true,
    ): Promise<R | undefined> => {
      const cached = remembered.get(name)
      if (cached && cached.untilMs > Date.now()) return cached.row
      remembered.delete(name)
      const revocationsBefore = revocations
      const row = await read()
      // A row that was read before a revocation and arrives after it would outlive it.
      if (row && revocationsBefore === revocations && isKept(row)) remember(name, row)
      return row
    },
    forget: () => remembered.clear(),
    close: stop,
  }
}
