import MessageSquare from 'lucide-react/icons/message-square'
import { Link, useSearchParams } from 'react-router'
import { LinkButton } from '../../../../../parts/forms/button.tsx'
import { withParam } from '../../../../../paths.ts'
import { useTalkWords } from '../../../../../words/conversation/index.ts'

export type Side = 'work' | 'talk'

/** Switches between the work and the conversation of a cycle on narrow screens. */
export const SideSwitch = ({ side }: { readonly side: Side }) => {
  const words = useTalkWords()
  const [query] = useSearchParams()
  const to = (name: Side) => ({
    to: withParam(query, 'side', name),
    'aria-current': side === name || undefined,
    replace: true,
    preventScrollReset: true,
  })
  return (
    <nav className="seg side-switch" aria-label={words.views}>
      <Link {...to('work')}>{words.work}</Link>
      <Link {...to('talk')}>{words.title}</Link>
    </nav>
  )
}

/** Opens a conversation without messages, which has no column until then. */
export const OpenConversation = () => {
  const words = useTalkWords()
  const [query] = useSearchParams()
  const to = withParam(query, 'side', 'talk')
  return (
    <LinkButton size="small" className="open-talk" icon={MessageSquare} to={to} replace preventScrollReset>
      {words.title}
    </LinkButton>
  )
}
