import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { isClaim, markedText, sourcesIn, type GrowthMail } from './marked-text.ts'
import { SourceRow } from './source-row.tsx'

/** A mail as its lead gets it, with the source of each sentence that quotes one. */
export const MailPreview = ({ mail: { status, subject, body, citations } }: { readonly mail: GrowthMail }) => {
  const words = useGrowthMailWords()
  const pieces = markedText(body, citations)
  const sources = sourcesIn(pieces)
  const own = pieces.filter(({ citation }) => citation?.source === 'person' && isClaim(citation.sentence)).length
  return (
    <>
      <div className="letter">
        <p className="letter-subject" dir="auto">
          {subject === '' ? <span className="quiet">{words.asAnswer}</span> : <b>{subject}</b>}
        </p>
        <p className="mail-text" dir="auto">
          {pieces.map(({ text, citation }, at) =>
            citation === undefined ? (
              text
            ) : citation.source === 'person' ? (
              <span key={at} className={isClaim(text) ? 'own-sentence' : undefined}>
                {text}
              </span>
            ) : (
              <span key={at} className="cited">
                {text}
                <sup>{sources.indexOf(citation) + 1}</sup>
              </span>
            ),
          )}
        </p>
        {status === 'draft' || status === 'approved' ? <p className="quiet letter-foot">{words.footer}</p> : null}
      </div>
      {sources.length === 0 ? (
        <p className="quiet">{own === 0 ? words.noSources : words.ownSentences(own)}</p>
      ) : (
        <section className="stack-8" aria-label={words.citations}>
          <h3 className="over">{words.citations}</h3>
          <ol className="sources">
            {sources.map((citation, at) => (
              <SourceRow key={at} citation={citation} />
            ))}
          </ol>
          {own === 0 ? null : <p className="quiet">{words.ownSentences(own)}</p>}
        </section>
      )}
    </>
  )
}
