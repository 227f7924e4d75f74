import { useState } from 'react'
import { eraseGrowthLead, exportGrowthLead } from '../../../../../domains/growth/lead-rights/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { save } from '../../../parts/save-file.ts'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'

/** A lead's rights: all stored data about it, as a file, and its erasure. */
export const LeadRights = ({ leadId, name }: { readonly leadId: string; readonly name: string }) => {
  const words = useGrowthLeadWords()
  const [isAsking, setIsAsking] = useState(false)
  const download = useOperation(exportGrowthLead, {
    then: (held) =>
      save(new Blob([JSON.stringify(held, undefined, 2)], { type: 'application/json' }), `lead-${leadId}.json`),
  })
  const erase = useOperation(eraseGrowthLead)
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
      <Button variant="danger" size="small" aria-label={`${words.eraseAct}: ${name}`} onClick={() => setIsAsking(true)}>
        {words.eraseAct}
      </Button>
      <Refusal error={download.error} />
      {isAsking ? (
        <Confirm
          title={words.eraseAsk(name)}
          verb={words.eraseAct}
          isBusy={erase.isPending}
          error={erase.error}
          onConfirm={() => erase.mutate(input)}
          onClose={() => setIsAsking(false)}
        >
          {words.eraseText}
        </Confirm>
      ) : null}
    </>
  )
}
