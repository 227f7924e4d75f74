import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'react-router'
import { usePortalWords } from '../../words/portal/index.ts'

interface BackProps {
  readonly to: string
  /** The name of the page that it leads to. */
  readonly name: string
}

export const Back = ({ to, name }: BackProps) => (
  <Link className="back small" to={to}>
    <ChevronLeft className="i" aria-hidden="true" />
    {usePortalWords().backTo(name)}
  </Link>
)
