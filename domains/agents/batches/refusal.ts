import type { InputRule } from '../assets/contract/refusals.ts'

/** Why a batch is not accepted: the rule, the item if the rule is about one, and what to change. */
export class BatchRefusal extends Error {
  readonly details: { readonly rule: InputRule; readonly customId?: string; readonly reason: string }

  constructor(rule: InputRule, reason: string, customId?: string) {
    super(`A batch is refused: ${rule}`)
    this.name = 'BatchRefusal'
    this.details = { rule, reason, ...(customId !== undefined && { customId }) }
  }
}
