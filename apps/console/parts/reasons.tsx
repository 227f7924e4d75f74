import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useWords } from '../words/use-words.ts'

interface Reason {
  readonly message: string
  readonly path?: string
  readonly line?: number
}

/** Why somebody is asked, one line each, with the place in the change. */
export const Reasons = ({ reasons }: { readonly reasons: readonly Reason[] }) => {
  const words = useWords().inbox
  if (reasons.length === 0) return null
  return (
    <ul className="reasons" aria-label={words.why}>
      {reasons.map(({ message, path, line }, at) => (
        <li key={at}>
          <TriangleAlert className="i" aria-hidden="true" />
          <span dir="auto">
            {message}
            {path === undefined ? null : (
              <>
                {' '}
                <span className="mono quiet">{line === undefined ? path : `${path}:${line}`}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
