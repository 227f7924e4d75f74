import Eye from 'lucide-react/icons/eye'
import { previewPath } from '../../paths.ts'
import { useWords } from '../../words/shell/index.ts'
import { LinkButton } from '../forms/button.tsx'

/** Links to the preview of a cycle; renders nothing without a live one. */
export const PreviewLink = ({ url }: { readonly url: string | null }) => {
  const words = useWords().home_
  if (url === null) return null
  return (
    <LinkButton
      size="small"
      icon={Eye}
      to={previewPath(url)}
      target="_blank"
      rel="noopener"
      aria-label={words.openPreview}
    >
      <span className="hide-s">{words.openPreview}</span>
    </LinkButton>
  )
}
