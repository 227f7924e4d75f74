import { useState } from 'react'
import { approveGrowthMessages } from '../../../../../../domains/growth/messages/contract.ts'
import { approvedMost } from '../../../../../../domains/growth/messages/rules.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { GrowthMail } from './marked-text.ts'

interface ApproveManyProps {
  readonly projectId: string
  readonly mails: readonly GrowthMail[]
}

/** Approves the mails that a person ticks, as they are. */
export const ApproveMany = ({ projectId, mails }: ApproveManyProps) => {
  const words = useGrowthMailWords()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const approve = useOperation(approveGrowthMessages, { then: () => setTicked(new Set()) })
  const shown = mails.slice(0, approvedMost)
  const chosen = shown.filter(({ id }) => ticked.has(id))
  const toggle = (id: string, isOn: boolean) =>
    setTicked(new Set(isOn ? [...ticked, id] : [...ticked].filter((one) => one !== id)))
  const isAll = chosen.length === shown.length
  return (
    <section className="panel pad approve-many" aria-label={words.approveMany}>
      <div className="line wrap">
        <label className="line">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => setTicked(new Set(isAll ? [] : shown.map(({ id }) => id)))}
          />
          {words.tickAll(shown.length)}
        </label>
        <Button
          size="small"
          disabled={chosen.length === 0}
          isPending={approve.isPending}
          onClick={() => approve.mutate({ params: { projectId }, body: { messageIds: chosen.map(({ id }) => id) } })}
        >
          {words.approveTicked(chosen.length)}
        </Button>
        <p role="status">
          {approve.data ? words.approvedMany(approve.data.approved, approve.data.refused.length) : ''}
        </p>
      </div>
      <PlayRefusal error={approve.error} />
      <details>
        <summary>{words.tickSome}</summary>
        <ul className="stack-8" aria-label={words.tickSome}>
          {shown.map((mail) => (
            <li key={mail.id}>
              <label className="line">
                <input
                  type="checkbox"
                  name="messageIds"
                  checked={ticked.has(mail.id)}
                  onChange={(event) => toggle(mail.id, event.target.checked)}
                />
                <span dir="auto">
                  {[words.to(mail.leadName, mail.leadAddress), words.step(mail.step), mail.subject]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
