import { Link } from 'react-router'
import { useFormat } from '../../../../format.ts'
import { Section } from '../../../../parts/section.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { SourceRow } from '../mails/source-row.tsx'
import type { Play } from '../play.ts'

/** Why a research run proposed a play, with quotes from pages and approvals as evidence. */
export const EvidenceSection = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const { day } = useFormat()
  const text = (
    <>
      {words.proposedText(day(play.createdAt))}{' '}
      <Link className="link" to={paths.growthProject(play.growthProjectId)}>
        {words.openBrain}
      </Link>
    </>
  )
  return (
    <Section title={words.evidence} text={text}>
      <ol className="sources panel pad">
        {play.evidence.map((citation, at) => (
          <SourceRow key={at} citation={citation}>
            <span dir="auto">{citation.sentence}</span>{' '}
          </SourceRow>
        ))}
      </ol>
    </Section>
  )
}
