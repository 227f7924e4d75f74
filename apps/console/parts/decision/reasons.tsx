import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useWords } from '../../words/use-words.ts'
import { Place } from '../place.tsx'

interface Reason {
  readonly message: string
  readonly path?: string
  readonly line?: number
}

interface Asked {
  readonly question: string
  readonly reasons: readonly Reason[]
}

/** Why somebody is asked, one line each, with the place in the change; what the question says already is left out. */
export const Reasons = ({ request: { question, reasons: all } }: { readonly request: Asked }) => {
  const words = useWords().inbox
  const reasons = all.filter(({ message, path }) => path !== undefined || !question.includes(message))
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
                <Place path={path} line={line} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
