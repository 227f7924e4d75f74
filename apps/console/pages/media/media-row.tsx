import type { listAiMedia } from '../../../../domains/agents/media/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useFormat } from '../../format.ts'
import { Age } from '../../parts/age.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { useMediaWords } from '../../words/media/index.ts'

type Media = Reply<typeof listAiMedia>[number]

/** One thing that was made or understood, with its files and what it cost. */
export const MediaRow = ({ media }: { readonly media: Media }) => {
  const words = useMediaWords()
  const { dollars } = useFormat()
  const { id, kind, title, model, costUsd, createdAt, files } = media
  const cost = costUsd === null ? words.costUnknown : words.cost(dollars(costUsd))
  const hasTimes = files.some(({ role }) => role === 'words')
  return (
    <li className="media-row row wrap">
      <span className="grow what">
        <span className="t" dir="auto">
          {title ?? words.kinds[kind]}
        </span>
        <span className="m">{[words.kinds[kind], model, cost].join(' · ')}</span>
      </span>
      {files.map(({ key, role, url }) => (
        <LinkButton key={`${role} ${key}`} size="small" href={url} download>
          {words.roles[role]}
        </LinkButton>
      ))}
      {hasTimes ? (
        <LinkButton size="small" href={`/v1/api/ai/media/transcriptions/${id}/subtitles?format=vtt`} download>
          {words.subtitles}
        </LinkButton>
      ) : null}
      <Age at={createdAt} className="m num" />
    </li>
  )
}
