import FileDown from 'lucide-react/icons/file-down'
import { Link } from 'react-router'
import { useCurrentPortal } from '../current-portal.ts'
import { portalPaths } from '../../portal-paths.ts'
import type { BackTo } from '../portal-tabs.ts'
import { usePortalWords } from '../../words/portal/index.ts'

/** The way to everything that can be downloaded; it leads back to this page. */
export const DocumentsLink = ({ from }: { readonly from: BackTo }) => {
  const { slug } = useCurrentPortal()
  return (
    <Link className="documents-link link" to={portalPaths.documents(slug)} state={from}>
      <FileDown className="i" aria-hidden="true" />
      {usePortalWords().allDocuments}
    </Link>
  )
}
