import { listGrowthMessages, approveGrowthMessages } from '../../../../../../domains/growth/messages/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { usePages, type MorePages } from '../../../../api/use-pages.ts'
import { EmptyPanel } from '../../../../parts/feedback/empty.tsx'
import { Head } from '../../../../parts/page.tsx'
import { Segments, useChoice } from '../../../../parts/forms/segments.tsx'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayFrame, loadPlay, mailsOf, usePlay, type Play, PlayRefusal } from '../play.tsx'
import { OtherMails, UnknownMails, DecideMail } from './mail-decisions.tsx'
import { Fragment, useState } from 'react'
import { approvedMost } from '../../../../../../domains/growth/messages/rules.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { toggled } from '../../../../parts/forms/toggled.ts'
import { inSequence } from './in-sequence.ts'
import { MailList } from './mail-list.tsx'
import type { GrowthMail } from './marked-text.ts'
import './mails.css'

const choices = ['waiting', 'approved', 'sent', 'refused'] as const

export const loader = loadPlay

/** The mails of a play: first mails that wait for a person, then approved and sent mails. */
export default function MailsPage() {
  const words = useGrowthMailWords()
  const { tabs } = useGrowthPlayWords()
  const chosen = useChoice('show', choices)
  const read = usePlay()
  const { play, results } = read
  const counts = {
    waiting: results.drafts + results.unknown,
    approved: results.approved,
    sent: results.sent,
    refused: results.refused,
  }
  return (
    <PlayFrame read={read} isWide>
      <Head title={tabs.mails} text={chosen === 'waiting' ? words.text(results.drafts, results.unknown) : undefined} />
      <div className="filters">
        <Segments label={words.show} param="show" names={words.filters} chosen={chosen} counts={counts} />
      </div>
      {chosen === 'waiting' ? (
        <>
          <UnknownMails play={play} />
          <Drafts play={play} />
        </>
      ) : (
        <OtherMails key={chosen} play={play} status={chosen} />
      )}
    </PlayFrame>
  )
}

const Drafts = ({ play }: { readonly play: Play }) => {
  const words = useGrowthMailWords()
  const { rows, ...rest } = usePages(listGrowthMessages, mailsOf(play, 'draft'))
  return rows.length === 0 ? (
    <EmptyPanel glyph="good" title={words.none} text={words.noneText} />
  ) : (
    <section className="mails" aria-label={words.drafts}>
      <h2 className="sr">{words.drafts}</h2>
      <DraftsOfPlay play={play} mails={rows} rest={rest} />
    </section>
  )
}

interface DraftsOfPlayProps {
  readonly play: Play
  readonly mails: readonly GrowthMail[]
  readonly rest: MorePages
}

/** The drafts of a play, each decided separately; ticked drafts are approved together, unchanged. */
const DraftsOfPlay = ({ play, mails: unsorted, rest }: DraftsOfPlayProps) => {
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
            {Object.entries(words.keys).map(([keys, does]) => (
              <span key={keys} className="quiet hide-m">
                {keys.split(' ').map((key) => (
                  <Fragment key={key}>
                    <kbd>{key}</kbd>{' '}
                  </Fragment>
                ))}
                {does}
              </span>
            ))}
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
