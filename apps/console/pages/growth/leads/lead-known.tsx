import { useFormat } from '../../../format.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import type { Lead } from './lead-facts.ts'
import { eraseGrowthLead, exportGrowthLead } from '../../../../../domains/growth/lead-rights/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { save } from '../../../parts/files/save-file.ts'

/** Where a fact is from: a row of a list, or the provider that was asked. */
export const useSourceOf = () => {
  const words = useGrowthLeadWords()
  const { day } = useFormat()
  return ({ row, provider, at }: Lead['evidence'][number]) =>
    row === null ? words.lookedUp(provider ?? '', day(at)) : words.listRow(row, day(at))
}

/** All facts about a lead with their sources, and its rights: all stored data about it as a file, and its erasure. */
export const LeadKnown = ({ lead: { id, evidence }, name }: { readonly lead: Lead; readonly name: string }) => {
  const words = useGrowthLeadWords()
  const sourceOf = useSourceOf()
  const input = { params: { leadId: id } }
  const download = useOperation(exportGrowthLead, {
    then: (stored) =>
      save(new Blob([JSON.stringify(stored, undefined, 2)], { type: 'application/json' }), `lead-${id}.json`),
  })
  return (
    <>
      <dl className="kv">
        {evidence.map((fact) => (
          <Fact key={fact.field} name={words.fields[fact.field]}>
            {fact.value} <span className="quiet">{sourceOf(fact)}</span>
          </Fact>
        ))}
      </dl>
      <div className="lead-acts">
        <Button
          size="small"
          isPending={download.isPending}
          aria-label={`${words.exportAct}: ${name}`}
          onClick={() => download.mutate(input)}
        >
          {words.exportAct}
        </Button>
        <ConfirmButton
          variant="danger"
          size="small"
          aria-label={`${words.eraseAct}: ${name}`}
          label={words.eraseAct}
          operation={eraseGrowthLead}
          input={input}
          title={words.eraseAsk(name)}
        >
          {words.eraseText}
        </ConfirmButton>
        <Refusal error={download.error} />
      </div>
    </>
  )
}
