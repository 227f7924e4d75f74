import MessageSquare from 'lucide-react/icons/message-square'
import { Link } from 'react-router'
import { listClientConversations } from '../../../../domains/delivery/conversation/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { paths } from '../../paths.ts'
import { useMessageWords } from '../../words/messages/index.ts'

/** The link to clients' messages; renders nothing without any. */
export const ClientMessages = () => {
  const words = useMessageWords()
  const { data } = useLateReply(listClientConversations)
  if (!data || data.length === 0) return null
  const waiting = data.filter(({ waits }) => waits).length
  return (
    <section className="sect">
      <div className="panel rows">
        <Link className="row" to={paths.messages}>
          {waiting > 0 ? <Glyph name="wait" /> : <MessageSquare className="i" aria-hidden="true" />}
          <span className="grow t">{waiting > 0 ? words.link(waiting) : words.linkAll}</span>
        </Link>
      </div>
    </section>
  )
}
