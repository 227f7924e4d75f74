import MessageSquare from 'lucide-react/icons/message-square'
import { Link, useSearchParams } from 'react-router'
import { withParam } from '../../../../../paths.ts'
import { useTalkWords } from '../../../../../words/conversation/index.ts'

/** A conversation without messages: a narrow column with the way to open it. */
export const FoldedConversation = () => {
  const words = useTalkWords()
  const [query] = useSearchParams()
  return (
    <aside className="talk is-folded" aria-label={words.title}>
      <Link
        className="btn plain s square-s"
        to={withParam(query, 'side', 'talk')}
        aria-label={words.open}
        title={words.open}
        replace
        preventScrollReset
      >
        <MessageSquare className="i" aria-hidden="true" />
      </Link>
    </aside>
  )
}
