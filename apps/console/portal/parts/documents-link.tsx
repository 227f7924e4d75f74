import FileDown from 'lucide-react/icons/file-down'
import { Link } from 'react-router'
import { usePlace } from '../current-portal.ts'
import { places } from '../portal-paths.ts'
import { useDocumentWords } from '../../words/portal-documents/index.ts'

/** The way to everything that can be downloaded. */
export const DocumentsLink = () => {
  const { slug } = usePlace()
  return (
    <Link className="documents-link link" to={places.documents(slug)}>
      <FileDown className="i" aria-hidden="true" />
      {useDocumentWords().all}
    </Link>
  )
}
