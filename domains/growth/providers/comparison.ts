import type { LookupOutcome } from './look-up.ts'

/** One lead of a comparison with a provider's result. */
interface ComparedLead {
  /** The address that the lead is listed with. */
  readonly listed: string | null
  /** Undefined if the time was over before it was asked. */
  readonly outcome: LookupOutcome | undefined
}

interface ComparedProvider {
  readonly asked: number
  readonly reused: number
  readonly found: number
  readonly verified: number
  readonly matching: number
  readonly failed: number
  readonly costMicros: number
}

/** The found and verified values of a provider, and their cost. */
export const comparedOf = (leads: readonly ComparedLead[]): ComparedProvider => {
  const asked = leads.flatMap(({ listed, outcome }) => (outcome ? [{ listed, outcome }] : []))
  const found = asked.flatMap(({ listed, outcome }) => (outcome.kind === 'found' ? [{ listed, ...outcome }] : []))
  const costMicros = asked.reduce(
    (sum, { outcome }) => sum + (outcome.kind === 'found' ? outcome.from.costMicros : outcome.costMicros),
    0,
  )
  return {
    asked: asked.length,
    reused: asked.filter(({ outcome }) => outcome.kind !== 'failed' && outcome.isCached).length,
    found: found.length,
    verified: found.filter(({ result }) => result.verdict === 'valid').length,
    matching: found.filter(({ listed, result }) => listed !== null && result.email === listed).length,
    failed: asked.filter(({ outcome }) => outcome.kind === 'failed').length,
    costMicros,
  }
}
