import { Link } from 'react-router'
import type { PlayNeed } from '../../../../../../domains/growth/plays/rules/preconditions.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'

interface WayProps {
  readonly name: PlayNeed
  readonly playId: string
  /** The text of the link, and what is left without one; else the link says where it leads. */
  readonly text?: string
}

/** The way to what a play needs. */
export const Way = ({ name, playId, text }: WayProps) => {
  const words = useGrowthPlayWords()
  const ways: Partial<Record<PlayNeed, readonly [to: string, text: string]>> = {
    postal_address: [paths.growthSettings, words.goTo.postal_address],
    mailbox: [paths.growthMailboxes, words.goTo.mailbox],
    mailbox_dns: [paths.growthMailboxes, words.goTo.mailbox],
    leads: [paths.growthPlayLeads(playId), words.goTo.leads],
  }
  const way = ways[name]
  return way ? (
    <Link className="link" to={way[0]}>
      {text ?? way[1]}
    </Link>
  ) : (
    text
  )
}
