import { reviewAiVideo, type listAiVideos } from '../../../../../domains/agents/media/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import type { GlyphName } from '../../../parts/text/glyph.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import type { Tone } from '../../../states.ts'
import { useMediaWords } from '../../../words/media/index.ts'
import { Player } from './media-files.tsx'

type Video = Reply<typeof listAiVideos>[number]

const looks: Readonly<Record<Video['status'], { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  queued: { glyph: 'queued', tone: 'plain' },
  generating: { glyph: 'testing', tone: 'live' },
  review_required: { glyph: 'wait', tone: 'wait' },
  approved: { glyph: 'good', tone: 'good' },
  rejected: { glyph: 'bad', tone: 'bad' },
  failed: { glyph: 'bad', tone: 'bad' },
  cancelled: { glyph: 'stopped', tone: 'plain' },
}

/** A video job, with its verdict once it is made. */
export const VideoRow = ({ video }: { readonly video: Video }) => {
  const words = useMediaWords()
  const { dollars } = useFormat()
  const { status, title, seconds, percent, model, failure, videoUrl, createdAt } = video
  const { endedAt, costUsd, reservedUsd } = video
  const costOf = () => {
    if (endedAt === null) return words.reserved(dollars(reservedUsd))
    return costUsd === null ? words.costUnknown : words.cost(dollars(costUsd))
  }
  const facts = joined(
    words.secondsOf(seconds),
    status === 'generating' && percent !== null && words.percent(percent),
    failure,
    model,
    costOf(),
  )
  return (
    <li className="media-row">
      <div className="row wrap">
        <State {...looks[status]}>{words.statuses[status]}</State>
        <span className="grow what">
          <span className="t" dir="auto">
            {title ?? words.untitled}
          </span>
          <span className="m">{facts}</span>
        </span>
        {videoUrl === null ? null : (
          <LinkButton size="small" href={videoUrl} download>
            {words.watch}
          </LinkButton>
        )}
        <Verdict video={video} />
        <Age at={createdAt} className="m num" />
      </div>
      {videoUrl === null ? null : (
        <div className="media-files">
          <Player url={videoUrl} label={title ?? words.untitled} />
        </div>
      )}
    </li>
  )
}

const Verdict = ({ video: { id, title, status } }: { readonly video: Video }) => {
  const words = useMediaWords()
  const review = useOperation(reviewAiVideo)
  const isMade = ['review_required', 'approved', 'rejected'].includes(status)
  if (!isMade) return null
  const give = (verdict: 'approved' | 'rejected') => review.mutate({ params: { id }, body: { verdict } })
  const name = title ?? words.untitled
  return (
    <>
      {status === 'rejected' ? null : (
        <Button
          size="small"
          aria-label={words.rejectOf(name)}
          isPending={review.isPending}
          onClick={() => give('rejected')}
        >
          {words.reject}
        </Button>
      )}
      {status === 'approved' ? null : (
        <Button
          size="small"
          variant="primary"
          aria-label={words.approveOf(name)}
          isPending={review.isPending}
          onClick={() => give('approved')}
        >
          {words.approve}
        </Button>
      )}
      <Refusal error={review.error} />
    </>
  )
}
