import { listAiMedia, listAiVideos } from '../../../../../domains/agents/media/contract.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { Section } from '../../../parts/section.tsx'
import { useMediaWords } from '../../../words/media/index.ts'
import { VideoRow, MediaFiles } from './media-files.tsx'
import { ModelsFrame } from '../models-frame.tsx'
import { listAiModels } from '../../../../../domains/agents/models/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { AskForm, TranscriptionForm, ImageForm, SpeechForm, VideoForm } from './media-forms.tsx'
import { ableModels } from './media-models.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import './media.css'

const listed = { query: { limit: 100 } }
const readEveryMs = 5_000

export const loader = () => {
  prefetchPages(listAiVideos, listed)
  return prefetchPages(listAiMedia, listed)
}

/** Media that models make and understand: videos that wait for a verdict, a form, and made media, newest first. */
export default function MediaPage() {
  const words = useMediaWords()
  useTitle(words.title)
  const { rows: media, ...rest } = usePages(listAiMedia, listed)
  const { rows: videos, ...otherVideos } = usePages(listAiVideos, listed, {
    readEveryMs: (read) => read.some(({ endedAt }) => endedAt === null) && readEveryMs,
  })
  return (
    <ModelsFrame>
      <Head
        title={words.title}
        count={rest.total}
        text={words.text}
        actions={
          media.length > 0 ? (
            <LinkButton href="#make" className="only-m">
              {words.make}
            </LinkButton>
          ) : undefined
        }
      />
      {videos.length === 0 ? null : (
        <Section title={words.videos}>
          <ul className="panel rows">
            <PartialRows rows={videos} rest={otherVideos}>
              {(row) => <VideoRow key={row.id} video={row} />}
            </PartialRows>
          </ul>
        </Section>
      )}
      <div className="media-sides">
        {media.length === 0 ? null : (
          <Section title={words.made}>
            <ListPage
              rows={media}
              rest={rest}
              textOf={({ title, kind, model }) => [title, words.kinds[kind], model].join(' ')}
              label={words.filter}
            >
              {(row) => <MediaRow key={row.id} media={row} />}
            </ListPage>
          </Section>
        )}
        <div id="make" className="make-media">
          <Section title={words.make}>
            <MakeMedia />
          </Section>
        </div>
      </div>
    </ModelsFrame>
  )
}

const makes = ['image', 'speech', 'transcription', 'video', 'question'] as const
/** The form for each medium, and the capability that its model needs. */
const forms = {
  image: { Form: ImageForm, need: 'images' },
  speech: { Form: SpeechForm, need: 'speech' },
  transcription: { Form: TranscriptionForm, need: 'transcription' },
  video: { Form: VideoForm, need: 'video' },
  question: { Form: AskForm, need: 'pictures' },
} as const

/** The form for new media; the choice is in the address. */
const MakeMedia = () => {
  const words = useMediaWords()
  const { workspace } = useRole()
  const { data } = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  const able = makes.filter((make) => ableModels(data, forms[make].need).length > 0).map((make) => words.makes[make])
  const chosen = useChoice('make', makes)
  const { Form } = forms[chosen]
  return (
    <div className="panel pad stack">
      <Segments label={words.make} param="make" names={words.makes} chosen={chosen} />
      {able.length === 0 ? null : <p className="quiet">{words.able(able.join(', '))}</p>}
      <Form key={chosen} />
    </div>
  )
}

type Media = Reply<typeof listAiMedia>[number]

/** A made or understood medium, with its files and its cost. */
const MediaRow = ({ media }: { readonly media: Media }) => {
  const words = useMediaWords()
  const { dollars } = useFormat()
  const { kind, title, model, costUsd, createdAt } = media
  const cost = costUsd === null ? words.costUnknown : words.cost(dollars(costUsd))
  return (
    <li className="media-row">
      <div className="row wrap">
        <span className="grow what">
          <span className="t" dir="auto">
            {title ?? words.kinds[kind]}
          </span>
          <span className="m">{[words.kinds[kind], model, cost].join(dot)}</span>
        </span>
        <Age at={createdAt} className="m num" />
      </div>
      <MediaFiles media={media} />
    </li>
  )
}
