const rememberedMs = 15_000

/** Whether a request met a disk lately that takes no more: its own, its quota's, or that of the database. */
interface DiskFullGuard {
  readonly tell: () => void
  /** Why no traffic should come here; undefined when there is nothing against it. */
  reason(): string | undefined
}

/** Remembers for 15 s, after which a request may try again. */
export const openDiskFullGuard = (): DiskFullGuard => {
  let untilMs = 0
  return {
    tell: () => {
      untilMs = performance.now() + rememberedMs
    },
    reason: () => (performance.now() < untilMs ? 'A disk is full or read-only.' : undefined),
  }
}
