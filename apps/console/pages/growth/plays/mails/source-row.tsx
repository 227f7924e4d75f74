import type { ReactNode } from 'react'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import type { Citation } from './marked-text.ts'
import './mails.css'

interface SourceRowProps {
  readonly citation: Citation
  /** Shown before the quoted words. */
  readonly children?: ReactNode
}

const isWeb = (address: string) => /^https?:\/\//.test(address)

/** The quoted words of a citation, with their page, approval or lead; nothing for the word of a person. */
export const SourceRow = ({ citation: { source, sourceName, quote }, children }: SourceRowProps) => {
  const words = useGrowthMailWords()
  if (source === 'person') return null
  const gone = { page: words.gonePage, approval: words.goneApproval, lead: '' }[source]
  const name = sourceName ?? gone
  return (
    <li>
      {children}
      <q dir="auto">{quote}</q>{' '}
      <span className="quiet" dir="auto">
        {words.sources[source]}
        {name === '' ? '' : ': '}
        {source === 'page' && isWeb(name) ? (
          <a className="link" href={name} target="_blank" rel="noreferrer nofollow">
            {name}
          </a>
        ) : (
          name
        )}
      </span>
    </li>
  )
}
