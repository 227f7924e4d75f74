import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'react-router'
import { usePortalWords } from '../../words/portal/index.ts'
import type { BackTo } from '../portal-tabs.ts'

export const Back = ({ to, place }: { readonly to: string; readonly place: BackTo }) => (
  <Link className="back small" to={to}>
    <ChevronLeft className="i" aria-hidden="true" />
    {usePortalWords().backTo[place]}
  </Link>
)
