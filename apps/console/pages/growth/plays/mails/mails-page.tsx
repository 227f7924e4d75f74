import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthMessages } from '../../../../../../domains/growth/messages/contract.ts'
import { getGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { prefetch, useReply } from '../../../../api/use-operation.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { Empty } from '../../../../parts/empty.tsx'
import { Head } from '../../../../parts/page.tsx'
import { Segments, useChoice } from '../../../../parts/segments.tsx'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayFrame } from '../play-frame.tsx'
import type { Play } from '../play.ts'
import { DraftsOfPlay } from './approve-many.tsx'
import { OtherMails } from './other-mails.tsx'
import { UnknownMails } from './unknown-mails.tsx'
import './mails.css'

const inputOf = (playId: string) => ({ params: { playId } })
const choices = ['waiting', 'approved', 'sent', 'refused'] as const

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getGrowthPlay, inputOf(params.playId!))

/** The mails of a play: first mails that wait for a person, then approved and sent mails. */
export default function MailsPage() {
  const words = useGrowthMailWords()
  const { tabs } = useGrowthPlayWords()
  const chosen = useChoice('show', choices)
  const read = useReply(getGrowthPlay, inputOf(useParams().playId!))
  const { play, results } = read
  const counts = {
    waiting: results.drafts + results.unknown,
    approved: results.approved,
    sent: results.sent,
    refused: results.refused,
  }
  return (
    <PlayFrame read={read} isWide>
      <Head
        title={tabs.mails}
        text={chosen === 'waiting' ? words.text(results.drafts, results.unknown) : undefined}
        actions={<Segments label={words.show} param="show" names={words.filters} chosen={chosen} counts={counts} />}
      />
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
  const { rows, ...rest } = usePages(listGrowthMessages, {
    params: { projectId: play.growthProjectId },
    query: { playId: play.id, status: 'draft' },
  })
  return rows.length === 0 ? (
    <div className="panel">
      <Empty glyph="good" title={words.none} text={words.noneText} />
    </div>
  ) : (
    <section className="mails" aria-label={words.drafts}>
      <h2 className="sr">{words.drafts}</h2>
      <DraftsOfPlay play={play} mails={rows} rest={rest} />
    </section>
  )
}
