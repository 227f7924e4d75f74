import { eraseGrowthLead, exportGrowthLead } from '../../../../../domains/growth/lead-rights/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { save } from '../../../parts/save-file.ts'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'

/** A lead's rights: all stored data about it, as a file, and its erasure. */
export const LeadRights = ({ leadId, name }: { readonly leadId: string; readonly name: string }) => {
  const words = useGrowthLeadWords()
  const download = useOperation(exportGrowthLead, {
    then: (held) =>
      save(new Blob([JSON.stringify(held, undefined, 2)], { type: 'application/json' }), `lead-${leadId}.json`),
  })
  const input = { params: { leadId } }
  return (
    <>
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
    </>
  )
}
