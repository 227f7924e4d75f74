import { useEffect, useState } from 'react'
import { type listAiMedia, reviewAiVideo, type listAiVideos } from '../../../../../domains/agents/media/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { LinkButton, Button } from '../../../parts/forms/button.tsx'
import { readBounded } from '../../../parts/files/read-bounded.ts'
import { useMediaWords } from '../../../words/media/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import type { StateBadge } from '../../../states.ts'

type Media = Reply<typeof listAiMedia>[number]
type File = Media['files'][number]

/** The longest text that is shown: 2 MiB. */
const textMostBytes = 2 * 2 ** 20

/** The files of a medium for people: pictures, players, and spoken or answered words. */
export const MediaFiles = ({ media }: { readonly media: Media }) => {
  const words = useMediaWords()
  const { id, files } = media
  const name = media.title ?? words.kinds[media.kind]
  const hasTimes = files.some(({ role }) => role === 'words')
  const subtitles = `/v1/api/ai/media/transcriptions/${id}/subtitles?format=vtt`
  const shown = files.filter(({ role }) => role !== 'words')
  return (
    <div className="media-files">
      {shown.map((file) => (
        <figure key={`${file.role} ${file.key}`}>
          <ShownFile file={file} name={name} {...(hasTimes && { subtitles })} />
          <figcaption className="line wrap">
            <LinkButton size="small" href={file.url} download aria-label={words.saveOf(words.roles[file.role], name)}>
              {words.saves[file.role]}
            </LinkButton>
            {file.role === 'text' && hasTimes ? (
              <LinkButton size="small" href={subtitles} download>
                {words.subtitles}
              </LinkButton>
            ) : null}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

interface ShownFileProps {
  readonly file: File
  readonly name: string
  /** Where the times of its words are, for a recording that was transcribed. */
  readonly subtitles?: string
}

const ShownFile = ({ file: { role, mediaType, url }, name, subtitles }: ShownFileProps) => {
  const words = useMediaWords()
  const label = `${words.roles[role]}: ${name}`
  if (role === 'text') return <MediaText url={url} label={label} />
  if (mediaType.startsWith('image/')) return <img className="media-picture" src={url} alt={label} loading="lazy" />
  if (mediaType.startsWith('audio/'))
    return (
      <audio controls preload="none" src={url} aria-label={label}>
        <track kind="captions" src={subtitles} />
      </audio>
    )
  if (mediaType.startsWith('video/')) return <Player url={url} label={label} {...(subtitles && { subtitles })} />
  return null
}

interface PlayerProps {
  readonly url: string
  readonly label: string
  readonly subtitles?: string
}

/** A video to watch if it is listed. */
const Player = ({ url, label, subtitles }: PlayerProps) => (
  <video className="media-video" controls preload="metadata" src={url} aria-label={label}>
    <track kind="captions" src={subtitles} default />
  </video>
)

/** The words of a transcription or an answer; nothing if they cannot be read. */
const MediaText = ({ url, label }: { readonly url: string; readonly label: string }) => {
  const [text, setText] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    void readText(url, leaving.signal).then(setText, () => undefined)
    return () => leaving.abort()
  }, [url])
  if (text === undefined) return null
  return (
    <pre className="media-text" dir="auto" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  )
}

const readText = async (url: string, signal: AbortSignal) => {
  const answer = await fetch(url, { signal })
  const bytes = answer.ok && answer.body ? await readBounded(answer.body, textMostBytes) : undefined
  return bytes && new TextDecoder().decode(bytes)
}

type Video = Reply<typeof listAiVideos>[number]

const looks: Readonly<Record<Video['status'], StateBadge>> = {
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
  const { id, endedAt, costUsd, reservedUsd } = video
  const name = title ?? words.untitled
  const review = useOperation(reviewAiVideo)
  const isMade = ['review_required', 'approved', 'rejected'].includes(status)
  const give = (verdict: 'approved' | 'rejected') => review.mutate({ params: { id }, body: { verdict } })
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
            {name}
          </span>
          <span className="m">{facts}</span>
        </span>
        {videoUrl === null ? null : (
          <LinkButton size="small" href={videoUrl} download>
            {words.watch}
          </LinkButton>
        )}
        {isMade && status !== 'rejected' ? (
          <Button
            size="small"
            aria-label={words.rejectOf(name)}
            isPending={review.isPending}
            onClick={() => give('rejected')}
          >
            {words.reject}
          </Button>
        ) : null}
        {isMade && status !== 'approved' ? (
          <Button
            size="small"
            variant="primary"
            aria-label={words.approveOf(name)}
            isPending={review.isPending}
            onClick={() => give('approved')}
          >
            {words.approve}
          </Button>
        ) : null}
        <Refusal error={review.error} />
        <Age at={createdAt} className="m num" />
      </div>
      {videoUrl === null ? null : (
        <div className="media-files">
          <Player url={videoUrl} label={name} />
        </div>
      )}
    </li>
  )
}
