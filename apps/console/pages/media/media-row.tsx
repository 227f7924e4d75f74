import type { listAiMedia } from '../../../../domains/agents/media/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useFormat } from '../../format.ts'
import { Age } from '../../parts/age.tsx'
import { useMediaWords } from '../../words/media/index.ts'
import { MediaFiles } from './media-files.tsx'

type Media = Reply<typeof listAiMedia>[number]

/** A made or understood medium, with its files and its cost. */
export const MediaRow = ({ media }: { readonly media: Media }) => {
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
          <span className="m">{[words.kinds[kind], model, cost].join(' · ')}</span>
        </span>
        <Age at={createdAt} className="m num" />
      </div>
      <MediaFiles media={media} />
    </li>
  )
}
