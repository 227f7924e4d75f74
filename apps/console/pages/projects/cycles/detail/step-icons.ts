import type { LucideIcon } from 'lucide-react'
import Bot from 'lucide-react/icons/bot'
import Brain from 'lucide-react/icons/brain'
import Eye from 'lucide-react/icons/eye'
import Globe from 'lucide-react/icons/globe'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Plug from 'lucide-react/icons/plug'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import type { Step } from './transcript-steps.ts'

/** A picture for each kind of thing that an agent does. */
export const stepIcons: Readonly<Record<Step['kind'], LucideIcon>> = {
  ran: SquareTerminal,
  read: Eye,
  searched: Eye,
  edited: Pencil,
  used: Plug,
  questioned: MessageCircle,
  asked: Globe,
  heard: MessageCircle,
  thought: Brain,
  said: Bot,
  began: Bot,
  ended: Bot,
}
