import { useState } from 'react'
import { updateGrowthLead } from '../../../../../domains/growth/sending/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { PlayRefusal } from '../plays/play-refusal.tsx'
import type { Lead } from './lead-facts.ts'

export interface LeadAction {
  readonly text: string
  readonly status: Lead['status']
  /** The leads that it changes; the others stay as they are. */
  readonly fits: (lead: Lead) => boolean
  /** The reason that it cannot be done now. */
  readonly impossible?: string | undefined
}

interface ChosenLeadsProps {
  readonly leads: readonly Lead[]
  /** The number of leads that can be chosen. */
  readonly all: number
  readonly actions: readonly LeadAction[]
  readonly onAll: () => void
  readonly onDone: () => void
}

/** The bar above the leads: chooses all, and changes those that are chosen; each is a change of its own. */
export const ChosenLeads = ({ leads, all, actions, onAll, onDone }: ChosenLeadsProps) => {
  const words = useGrowthLeadWords()
  const update = useOperation(updateGrowthLead)
  const [isBusy, setBusy] = useState(false)
  const setAll = async ({ status, fits }: LeadAction) => {
    setBusy(true)
    try {
      for (const { id } of leads.filter(fits)) await update.mutateAsync({ params: { leadId: id }, body: { status } })
      onDone()
    } catch {
      // The refusal is shown below; what was changed by then stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="chosen-leads">
      <label className="line">
        <input
          type="checkbox"
          aria-label={words.pickAll(all)}
          checked={leads.length > 0 && leads.length === all}
          onChange={onAll}
        />
        {leads.length === 0 ? words.pickAll(all) : words.chosen(leads.length)}
      </label>
      {leads.length === 0
        ? null
        : actions
            .filter(({ fits }) => leads.some(fits))
            .map((action) => (
              <Button
                key={action.text}
                size="small"
                title={action.impossible}
                disabled={action.impossible !== undefined}
                isPending={isBusy}
                onClick={() => void setAll(action)}
              >
                {action.text}
              </Button>
            ))}
      <PlayRefusal error={update.error} />
    </div>
  )
}
