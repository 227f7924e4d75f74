import { useState } from 'react'
import type { MorePages } from '../../../../api/use-pages.ts'
import { approveGrowthMessages } from '../../../../../../domains/growth/messages/contract.ts'
import { approvedMost } from '../../../../../../domains/growth/messages/rules.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
import { toggled } from '../../../../parts/toggled.ts'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'
import { DecideMail } from './decide-mail.tsx'
import { inSequence } from './in-sequence.ts'
import { MailList } from './mail-list.tsx'
import type { GrowthMail } from './marked-text.ts'

interface DraftsOfPlayProps {
  readonly play: Play
  readonly mails: readonly GrowthMail[]
  readonly rest: MorePages
}

/** The drafts of a play, each decided separately; ticked drafts are approved together, unchanged. */
export const DraftsOfPlay = ({ play, mails: unsorted, rest }: DraftsOfPlayProps) => {
  const words = useGrowthMailWords()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const approve = useOperation(approveGrowthMessages, { then: () => setTicked(new Set()) })
  const mails = inSequence(unsorted)
  const fit = mails.slice(0, approvedMost)
  const chosen = fit.filter(({ id }) => ticked.has(id))
  const isAll = chosen.length === fit.length
  const projectId = play.growthProjectId
  return (
    <MailList
      mails={mails}
      rest={rest}
      isHeld={play.status !== 'active'}
      head={
        mails.length > 1 ? (
          <section className="line wrap approve-many" aria-label={words.approveMany}>
            <label className="line">
              <input
                type="checkbox"
                checked={isAll}
                onChange={() => setTicked(new Set(isAll ? [] : fit.map(({ id }) => id)))}
              />
              {words.tickAll(fit.length)}
            </label>
            <Button
              size="small"
              disabled={chosen.length === 0}
              isPending={approve.isPending}
              onClick={() =>
                approve.mutate({ params: { projectId }, body: { messageIds: chosen.map(({ id }) => id) } })
              }
            >
              {words.approveTicked(chosen.length)}
            </Button>
            <span role="status">
              {approve.data ? words.approvedMany(approve.data.approved, approve.data.refused.length) : ''}
            </span>
            <PlayRefusal error={approve.error} />
            <span className="quiet hide-m">{words.draftsText}</span>
          </section>
        ) : null
      }
      tickOf={({ id, leadName, leadAddress, step }) =>
        fit.length > 1 && fit.some((one) => one.id === id) ? (
          <input
            type="checkbox"
            name="messageIds"
            aria-label={words.tick(words.to(leadName, leadAddress), words.step(step))}
            checked={ticked.has(id)}
            onChange={() => setTicked(toggled(ticked, id))}
          />
        ) : null
      }
    >
      {(mail, goOn) => <DecideMail key={mail.id} mail={mail} onDecided={goOn} />}
    </MailList>
  )
}
