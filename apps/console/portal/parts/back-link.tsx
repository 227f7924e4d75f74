import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'react-router'
import { usePortalWords } from '../../words/portal/index.ts'

export const Back = ({ to }: { readonly to: string }) => (
  <Link className="back small" to={to}>
    <ChevronLeft className="i" aria-hidden="true" />
    {usePortalWords().back}
  </Link>
)
