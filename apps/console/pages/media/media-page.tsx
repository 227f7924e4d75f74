import { listAiMedia, listAiVideos } from '../../../../domains/agents/media/contract.ts'
import { prefetchPages, usePages } from '../../api/use-pages.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { FilteredRows } from '../../parts/filtered-rows.tsx'
import { PartialRows } from '../../parts/partial-rows.tsx'
import { Section } from '../../parts/section.tsx'
import { useMediaWords } from '../../words/media/index.ts'
import { MakeMedia } from './make-media.tsx'
import { MediaRow } from './media-row.tsx'
import { VideoRow } from './video-row.tsx'
import './media.css'
import { ModelsFrame } from '../../parts/models/models-frame.tsx'

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
        count={media.length === 0 ? undefined : rest.total}
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
            <FilteredRows
              rows={media}
              rest={rest}
              textOf={({ title, kind, model }) => [title, words.kinds[kind], model].join(' ')}
              label={words.filter}
            >
              {(row) => <MediaRow key={row.id} media={row} />}
            </FilteredRows>
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
