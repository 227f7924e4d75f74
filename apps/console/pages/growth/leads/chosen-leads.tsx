import { useState, type ReactNode } from 'react'
import { updateGrowthLead } from '../../../../../domains/growth/sending/contract.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
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
  /** The names of the columns. */
  readonly children: readonly ReactNode[]
}

/** The head of the leads: chooses all, and changes the chosen leads; each is a change of its own. */
export const ChosenLeads = ({ leads, all, actions, onAll, onDone, children }: ChosenLeadsProps) => {
  const words = useGrowthLeadWords()
  const update = useOperation(updateGrowthLead)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<LeadAction>()
  const setAll = async (action: LeadAction, despiteRefusal?: true) => {
    setBusy(true)
    setRefused(undefined)
    const body = { status: action.status, ...(despiteRefusal && { despiteRefusal }) }
    try {
      for (const { id } of leads.filter(action.fits)) await update.mutateAsync({ params: { leadId: id }, body })
      onDone()
    } catch (error) {
      // The refusal is shown beside the buttons; earlier changes stay.
      if (error instanceof RefusedError && error.answered.code === 'refused_before') setRefused(action)
    } finally {
      setBusy(false)
    }
  }
  return (
    <tr>
      <th scope="col" className="choose-all">
        <label className="line">
          <input type="checkbox" checked={leads.length > 0 && leads.length === all} onChange={onAll} />
          <span className="sr">{words.pickAll(all)}</span>
        </label>
      </th>
      {leads.length === 0 ? (
        children
      ) : (
        <td colSpan={children.length}>
          <div className="line wrap">
            <b>{words.chosen(leads.length)}</b>
            {actions
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
            {refused === undefined ? null : (
              <Button size="small" isPending={isBusy} onClick={() => void setAll(refused, true)}>
                {words.despiteRefusal}
              </Button>
            )}
          </div>
        </td>
      )}
    </tr>
  )
}
